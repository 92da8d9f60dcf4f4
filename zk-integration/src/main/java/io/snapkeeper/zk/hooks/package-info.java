/** What the plugin needs to find in a ZooKeeper before it touches anything. */
package io.snapkeeper.zk.hooks;
