/** What the schedule would do on an ensemble that follows ZooKeeper's own rule. */
package io.snapkeeper.core.shadow;
