/** Snapkeeper's figures in ZooKeeper's own metrics system. */
package io.snapkeeper.metrics;
