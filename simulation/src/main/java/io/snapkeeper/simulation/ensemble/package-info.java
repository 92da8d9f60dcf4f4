/** A modelled ensemble: servers, disks, connections, elections and what goes wrong with them. */
package io.snapkeeper.simulation.ensemble;
