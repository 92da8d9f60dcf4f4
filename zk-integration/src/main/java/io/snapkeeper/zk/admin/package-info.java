/** The plugin's commands on ZooKeeper's AdminServer, for 3.8 and 3.9. */
package io.snapkeeper.zk.admin;
