/** The catalogue in ZooKeeper's own metrics system. */
package io.snapkeeper.metrics.zookeeper;
