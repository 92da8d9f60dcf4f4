/**
 * Writing a snapshot so that it is on the disk when it is said to be, and can be given up at any
 * moment before that.
 */
package io.snapkeeper.zk.snapshot;
