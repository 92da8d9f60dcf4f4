/** A server's disk, on which log and snapshot meet. */
package io.snapkeeper.simulation.disk;
