/**
 * Takes the steps of real servers again, from their traces, in fresh production state machines, and
 * holds what the servers of one run tell against each other.
 */
package io.snapkeeper.simulation.trace;
