/** Policies under writes that come in bursts, and the table of what comes of it. */
package io.snapkeeper.simulation.burst;
