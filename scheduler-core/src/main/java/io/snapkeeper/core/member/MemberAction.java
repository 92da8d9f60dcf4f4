package io.snapkeeper.core.member;

/** What a member's state machine wants done. */
public sealed interface MemberAction {

  /**
   * Install these triggers.
   *
   * @param trigger counts until its {@code untilMillis}
   * @param fallback counts afterwards, so that a member whose scheduling threads died still
   *     snapshots by ZooKeeper's own rule
   */
  record Arm(Trigger trigger, Trigger fallback) implements MemberAction {}

  /**
   * Start a snapshot now, on a thread of its own: a slot is held and no append comes to fire it. It
   * has fired; what becomes of it is told as of any other.
   *
   * @param trigger of the slot
   */
  record SnapshotNow(Trigger trigger) implements MemberAction {}

  /** One step in a slot's life or a change of mode, for the log. */
  record Note(String text) implements MemberAction {}
}
