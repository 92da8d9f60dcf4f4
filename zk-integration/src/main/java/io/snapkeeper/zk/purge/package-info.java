/**
 * When ZooKeeper's own purging of old snapshots and logs does its disk work: at the end of the
 * server's own slot.
 */
package io.snapkeeper.zk.purge;
