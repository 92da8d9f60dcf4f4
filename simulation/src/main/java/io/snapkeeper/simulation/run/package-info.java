/** Runs of the simulation: what is asked for, and what came of it. */
package io.snapkeeper.simulation.run;
