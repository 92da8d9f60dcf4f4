/**
 * Clients that remember what an ensemble told them: plain ZooKeeper clients, bounded in time and
 * count, which go on through lost connections and expired sessions.
 */
package io.snapkeeper.history.client;
