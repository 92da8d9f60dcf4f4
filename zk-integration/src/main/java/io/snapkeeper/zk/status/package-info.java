/** The status document and the figures for ZooKeeper's metrics. */
package io.snapkeeper.zk.status;
