/**
 * The plugin in real ensembles: every server is a JVM of its own, started from the jars that a user
 * would deploy. Tests judge by what servers log, write to their disks and answer; they reach into
 * no class of the plugin.
 */
package io.snapkeeper.zk.it;
