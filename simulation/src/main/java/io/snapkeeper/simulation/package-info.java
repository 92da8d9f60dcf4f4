/** Deterministic simulation of ensembles around the production scheduler. No threads, no clocks. */
package io.snapkeeper.simulation;
