/** How the plugin gets into a stock ZooKeeper server: a Java agent that changes two methods. */
package io.snapkeeper.agent;
