/** JSON without a library: ZooKeeper's own is optional on a server. */
package io.snapkeeper.metrics.json;
