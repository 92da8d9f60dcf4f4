package io.snapkeeper.core.schedule;

import io.snapkeeper.core.operator.OperatorOverride;
import io.snapkeeper.core.report.DeclineReason;
import io.snapkeeper.core.report.Report;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Puts decisions into plain words, with the figures of the moment. */
final class Reasons {

  /** Naming more culprits than this helps nobody; the status lists every member anyway. */
  private static final int CULPRITS_MAX = 3;

  private final Roster roster;
  private final long nowMillis;
  private final SchedulerLimits limits;
  private final OperatorOverride override;

  Reasons(Roster roster, long nowMillis, SchedulerLimits limits, OperatorOverride override) {
    this.roster = roster;
    this.nowMillis = nowMillis;
    this.limits = limits;
    this.override = override;
  }

  /** Why the member has the verdict it has. */
  String of(Member member, Planner planner) {
    return switch (member.verdict) {
      case DISCONNECTED -> "not connected for " + duration(unavailable(member));
      case SILENT ->
          "has not reported for "
              + duration(unavailable(member))
              + ": a server without the plugin, or one that has not answered yet";
      case STALE -> "its last report is " + duration(member.reportAgeMillis(nowMillis)) + " old";
      case SNAPSHOTTING -> snapshotting(member);
      case HOLDS_SLOT -> holdsSlot(member);
      case MEMBERSHIP_UNKNOWN -> "waits: the members of the ensemble are not known yet";
      case PAUSED -> "paused by an operator for another " + duration(override.remainingMillis());
      case OFF ->
          "scheduling switched off by an operator for another "
              + duration(override.remainingMillis());
      case NOT_READY ->
          "not ready: backlog is "
              + backlog(member)
              + ", ready from "
              + percent(member.readyFrom());
      case NOT_GROWN -> "waits for new transactions: its last slot went unused";
      case IDS_EXHAUSTED -> "no slot ids left in this epoch: elect a new leader";
      case LANES_FULL, HELD_BY_SNAPSHOTS -> "waits: " + snapshots(member);
      case NOT_ITS_TURN ->
          "waits for its turn: next slot after "
              + percent(Math.max(planner.untilNextSlot() / member.cyclesPerLimit(), 0.01))
              + " more of a limit";
      case BEHIND -> "waits: another server goes first";
      case HELD_BY_DRAINING, HELD_BY_LOSS -> "waits: " + culprits(member);
      case DEGRADED_NOT_DUE ->
          "not due: backlog is "
              + backlog(member)
              + ", and there is no quorum without it ("
              + noQuorumBecause(member)
              + "): due from "
              + percent(DegradedMode.dueFrom(member));
      case DEGRADED_NOT_QUIET ->
          "waits: there is no quorum without it ("
              + noQuorumBecause(member)
              + "), and "
              + snapshots(member);
      case GRANTED, GRANTED_DEGRADED -> granted(member);
    };
  }

  /** Why a slot is granted now. */
  String granted(Member member) {
    StringBuilder text = new StringBuilder();
    if (member.isRequested()) {
      text.append("an operator asked for it; ");
    }
    text.append("backlog is ").append(backlog(member));
    if (member.verdict == Verdict.GRANTED_DEGRADED) {
      text.append("; no quorum is left without it: ").append(noQuorumBecause(member));
    } else if (member.voter) {
      text.append("; a quorum is fast without it");
    }
    if (member.isIdle()) {
      text.append("; nothing is logged");
    }
    if (override.mode() == OperatorOverride.Mode.PAUSED) {
      text.append("; the pause yields to the hard limit");
    }
    return text.toString();
  }

  /** Why a request for a snapshot of this server leads nowhere, or null if it may succeed. */
  static String refusal(long sid, Member member) {
    if (member == null) {
      return "server " + sid + " is no member of this ensemble";
    }
    if (!member.isConnected()) {
      return "server " + sid + " is not connected";
    }
    return member.hasReported()
        ? null
        : "server " + sid + " has not reported; is the plugin on it?";
  }

  static String declined(DeclineReason reason) {
    return switch (reason) {
      case NONE -> "declined: no reason given";
      case SNAPSHOT_RUNNING -> "declined: a snapshot is running already";
      case NOT_SERVING -> "declined: the server is not serving";
      case OLD_EPOCH -> "declined: the grant is of another leader";
      case NEVER_STARTED -> "declined: its snapshot thread never began";
      case SWITCHED_OFF -> "declined: scheduled snapshots are switched off on this server";
      case UNKNOWN -> "declined: for a reason this version does not know";
    };
  }

  private String holdsSlot(Member member) {
    Report.Slot reported = member.report().slot();
    OutstandingSlot slot = member.slot();
    if (slot == null) {
      return "still holds slot 0x"
          + Long.toHexString(reported.id())
          + " of an earlier connection ("
          + reported.state().name().toLowerCase(Locale.ROOT)
          + ")";
    }
    String kind = slot.degraded() ? "degraded slot 0x" : "slot 0x";
    String state =
        reported.id() == slot.id() ? reported.state().name().toLowerCase(Locale.ROOT) : "granted";
    String progress =
        member.isSnapshotting() ? " " + permille(member.report().snapshot().permille()) : "";
    return "holds "
        + kind
        + Long.toHexString(slot.id())
        + " ("
        + state
        + progress
        + "), granted because "
        + slot.reason();
  }

  private String snapshotting(Member member) {
    return "is snapshotting outside a slot ("
        + permille(member.report().snapshot().permille())
        + ")";
  }

  private String noQuorumBecause(Member member) {
    String culprits = culprits(member);
    return culprits.isEmpty() ? "too few voters" : culprits;
  }

  /** The voters besides the member that are not fast for another reason than a snapshot. */
  private String culprits(Member member) {
    List<String> found = new ArrayList<>();
    for (Member other : roster.voters()) {
      if (other == member) {
        continue;
      }
      switch (other.state(nowMillis, limits)) {
        case DRAINING -> found.add("server " + other.sid + " is draining, " + drain(other));
        case SILENT ->
            found.add(
                "server " + other.sid + " has not reported for " + duration(unavailable(other)));
        case STALE ->
            found.add(
                "server "
                    + other.sid
                    + " last reported "
                    + duration(other.reportAgeMillis(nowMillis))
                    + " ago");
        case DISCONNECTED ->
            found.add("server " + other.sid + " is gone for " + duration(unavailable(other)));
        case FAST, SNAPSHOTTING, SLOT_OUTSTANDING -> {
          // Not to blame: these end by themselves.
        }
      }
    }
    return join(found);
  }

  /** The members of the group that snapshot or hold a slot. */
  private String snapshots(Member member) {
    List<String> found = new ArrayList<>();
    for (Member other : roster.groupOf(member)) {
      if (other == member) {
        continue;
      }
      if (other.isSnapshotting()) {
        int permille = other.report().snapshot().permille();
        found.add("server " + other.sid + " is snapshotting (" + permille(permille) + ")");
      } else if (other.hasOpenSlot()) {
        found.add("server " + other.sid + " holds a slot");
      }
    }
    return found.isEmpty() ? "another snapshot runs" : join(found);
  }

  private String drain(Member member) {
    CommitLatency latency = member.latency();
    if (latency.stalledMillis() > 0) {
      return latency.queueLength()
          + " requests wait and none was committed for "
          + duration(latency.stalledMillis());
    }
    return latency.meanMicros() > limits.drainFsyncMicros()
        ? "fsync " + (latency.meanMicros() + 500) / 1_000 + " ms"
        : latency.queueLength() + " requests wait for its log";
  }

  private long unavailable(Member member) {
    return member.unavailableMillis(nowMillis, limits);
  }

  private static String backlog(Member member) {
    return percent(member.fraction()) + " of its limit";
  }

  private static String join(List<String> found) {
    int more = found.size() - CULPRITS_MAX;
    return more <= 0
        ? String.join("; ", found)
        : String.join("; ", found.subList(0, CULPRITS_MAX)) + "; and " + more + " more";
  }

  private static String percent(double share) {
    return Math.round(share * 100) + "%";
  }

  private static String permille(int permille) {
    return permille / 10 + "%";
  }

  private static String duration(long millis) {
    if (millis < 10_000) {
      return millis / 1_000 + "." + millis % 1_000 / 100 + " s";
    }
    return millis < 600_000 ? millis / 1_000 + " s" : millis / 60_000 + " min";
  }
}
