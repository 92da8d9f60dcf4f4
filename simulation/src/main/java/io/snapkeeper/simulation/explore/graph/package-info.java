/**
 * Object graphs of state machines as values: copied, renamed and hashed by reflection, so that the
 * production classes need no hooks for it.
 */
package io.snapkeeper.simulation.explore.graph;
