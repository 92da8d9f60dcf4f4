/** Invariants of the schedule, kept by books of its own beside the production core. */
package io.snapkeeper.simulation.check;
