/** Writes a server's trace to a file, without anybody waiting for the disk. */
package io.snapkeeper.zk.trace;
