package io.snapkeeper.zk.member;

import io.snapkeeper.core.member.MemberConfig;
import java.util.function.IntSupplier;
import java.util.function.LongSupplier;

/**
 * What a member is set up with.
 *
 * @param gateConfig this server's own limits and times
 * @param seed of the random parts
 * @param schedulerOn whether this server takes part in scheduling; else ZooKeeper's own rule is
 *     left as it is, and snapshots are only watched
 * @param treeBytes approximate size of the data tree in bytes, cheap to ask for
 * @param snapshotTurns how many snapshots follow one another until all voters of the present quorum
 *     have one; at least 1, cheap to ask for
 */
public record MemberSetup(
    MemberConfig gateConfig,
    long seed,
    boolean schedulerOn,
    LongSupplier treeBytes,
    IntSupplier snapshotTurns) {

  public long sid() {
    return gateConfig.sid();
  }
}
