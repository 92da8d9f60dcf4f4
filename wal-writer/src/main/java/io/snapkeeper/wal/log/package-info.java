/**
 * A write-ahead log whose commits are durable overwrites of blocks that have been written before:
 * the file system has nothing to note down for them, and a commit costs one write of the disk.
 */
package io.snapkeeper.wal.log;
