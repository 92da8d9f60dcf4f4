/** How the plugin gets into a stock ZooKeeper server: a Java agent that changes one method. */
package io.snapkeeper.agent;
