/**
 * ZooKeeper's transaction log, written by the plugin: the same bytes, without the file system's
 * metadata.
 */
package io.snapkeeper.zk.log;
