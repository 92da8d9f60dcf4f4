/** How the plugin gets into a stock ZooKeeper server: a Java agent that changes three methods. */
package io.snapkeeper.agent;
