/** A leader's side: the scheduler's thread, and what it knows of quorums and connections. */
package io.snapkeeper.zk.leader;
