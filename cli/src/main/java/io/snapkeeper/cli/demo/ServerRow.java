package io.snapkeeper.cli.demo;

import java.util.OptionalLong;

/**
 * One server in the live table; what is not known is empty or "-".
 *
 * @param sid server id
 * @param role "leader", "follower", or "-" while it does not serve
 * @param txnsSinceSnapshot transactions that a restart would replay
 * @param slot state of its slot, "-" without one
 * @param snapshotting whether a snapshot is being taken
 */
record ServerRow(
    long sid, String role, OptionalLong txnsSinceSnapshot, String slot, boolean snapshotting) {}
