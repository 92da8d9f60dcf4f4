/** A server's own side: what it logs, how fast, and when it snapshots. */
package io.snapkeeper.zk.member;
