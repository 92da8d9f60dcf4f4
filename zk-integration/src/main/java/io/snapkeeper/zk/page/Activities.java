package io.snapkeeper.zk.page;

import io.snapkeeper.core.report.Report;
import io.snapkeeper.core.report.SnapshotPhase;
import io.snapkeeper.core.schedule.SchedulerStatus.MemberState;
import io.snapkeeper.metrics.history.Activity;
import io.snapkeeper.zk.member.MemberStatus;
import io.snapkeeper.zk.snapshot.SnapshotCause;
import java.util.Optional;

/** What members do, in the page's words. */
final class Activities {

  private Activities() {}

  /**
   * Of a member as its leader sees it.
   *
   * @param degradedSlot whether the slot that it holds is degraded
   */
  static Activity of(MemberState state, Optional<Report> report, boolean degradedSlot) {
    return switch (state) {
      case FAST -> Activity.FAST;
      case DRAINING -> Activity.DRAINING;
      case SNAPSHOTTING -> snapshot(report, degradedSlot);
      case SLOT_OUTSTANDING -> Activity.SLOT_OUTSTANDING;
      case SILENT, STALE -> Activity.SILENT;
      case DISCONNECTED -> Activity.DISCONNECTED;
    };
  }

  /** A report does not tell why a snapshot outside a slot was begun. */
  private static Activity snapshot(Optional<Report> report, boolean degradedSlot) {
    boolean inSlot =
        report.filter(r -> r.snapshot().phase() == SnapshotPhase.SCHEDULED).isPresent();
    if (!inSlot) {
      return Activity.SNAPSHOT_UNSCHEDULED;
    }
    return degradedSlot ? Activity.SNAPSHOT_DEGRADED_SLOT : Activity.SNAPSHOT_SLOT;
  }

  /** Of this server, which knows the cause of its snapshots. */
  static Activity ofThisServer(MemberStatus status) {
    if (status.running().isPresent()) {
      return of(status.running().get().cause());
    }
    if (!status.serving()) {
      return Activity.DISCONNECTED;
    }
    return status.slot().isOpen() ? Activity.SLOT_OUTSTANDING : Activity.FAST;
  }

  static Activity of(SnapshotCause cause) {
    return switch (cause) {
      case SLOT -> Activity.SNAPSHOT_SLOT;
      case HARD_LIMIT -> Activity.SNAPSHOT_HARD_LIMIT;
      case STOCK_RULE -> Activity.SNAPSHOT_STOCK_RULE;
      case LEADER_START, SYNC, ADMIN, OTHER -> Activity.SNAPSHOT_OTHER;
    };
  }
}
