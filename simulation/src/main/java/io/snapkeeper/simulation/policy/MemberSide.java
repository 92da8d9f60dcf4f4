package io.snapkeeper.simulation.policy;

import io.snapkeeper.core.member.MemberAction;
import io.snapkeeper.core.member.MemberEvent;
import io.snapkeeper.core.member.Trigger;
import io.snapkeeper.core.report.Report;
import java.util.List;

/** One server's rule, during one life of its process. */
public interface MemberSide {

  List<MemberAction> step(MemberEvent event);

  /** Whether it answers its leader's messages with reports. */
  boolean reports();

  /** The report to send now. */
  Report report(
      long nowMillis,
      Report.Backlog backlog,
      Report.Fsync fsync,
      Report.Snapshot snapshot,
      long treeBytes);

  /** The slot last granted to it. */
  Report.Slot slot();

  /** The backlog beyond which it snapshots whatever is scheduled. */
  Trigger hardLimit();

  /**
   * Whether a snapshot of its own thread is given up when the server leaves its role; stock's runs
   * on.
   */
  boolean givesSnapshotsUp();

  /**
   * Whether its triggers count what this process has appended since it last rolled the log, and
   * find no snapshot thread while one is being written, as in ZooKeeper's SyncRequestProcessor; or
   * the backlog, all that the log holds beyond the last completed snapshot.
   */
  boolean countsFromRoll();
}
