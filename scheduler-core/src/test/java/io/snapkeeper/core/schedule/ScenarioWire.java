package io.snapkeeper.core.schedule;

import io.snapkeeper.core.operator.OperatorOverride;
import io.snapkeeper.core.report.Report;
import io.snapkeeper.core.report.SlotState;
import io.snapkeeper.core.report.SnapshotPhase;
import io.snapkeeper.core.wire.LeaderMessage;
import io.snapkeeper.core.wire.LeaderMessageCodec;
import io.snapkeeper.core.wire.PingRecord;
import io.snapkeeper.core.wire.ReportDecoder;
import io.snapkeeper.core.wire.ReportEncoder;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * Carries messages as the bytes of a ping and the records of its reply, and says in a line what
 * arrived.
 */
final class ScenarioWire {

  private final Map<Long, ReportDecoder> decoders = new HashMap<>();

  /** A connection begins anew: a report of which a part had arrived on the one before is lost. */
  void open(long sid) {
    decoders.put(sid, new ReportDecoder(sid));
  }

  static LeaderMessage toMember(LeaderMessage message) {
    return LeaderMessageCodec.decode(LeaderMessageCodec.encode(message)).orElseThrow();
  }

  Report toLeader(Report report) {
    ReportDecoder decoder = decoders.computeIfAbsent(report.sid(), ReportDecoder::new);
    Optional<Report> decoded = Optional.empty();
    List<PingRecord> records = ReportEncoder.encode(report);
    for (PingRecord record : records) {
      decoded = decoder.accept(record.sessionId(), record.timeout());
    }
    return decoded.orElseThrow();
  }

  static String describe(LeaderMessage message) {
    String text = "epoch " + message.epoch() + ", lease ";
    text += seconds(message.schedulingTtlMillis());
    if (!message.hardLimit().equals(HardLimit.UNKNOWN)) {
      text += ", hard limit " + message.hardLimit().txns() + " transactions";
    }
    text += describe(message.override());
    return text + message.grant().map(ScenarioWire::describe).orElse("");
  }

  private static String describe(LeaderMessage.SlotGrant grant) {
    return ", slot "
        + hex(grant.slotId())
        + (grant.degraded() ? " (degraded)" : "")
        + " for "
        + seconds(grant.ttlMillis());
  }

  static String describe(Report report) {
    StringBuilder text = new StringBuilder("no. " + report.sequence());
    text.append(", backlog ").append(report.backlog().txns()).append(" transactions");
    if (report.idle().isIdle()) {
      text.append(", idle for ").append(seconds(report.idle().millis()));
    }
    if (report.fsync().queueLength() > 0) {
      text.append(", queue ").append(report.fsync().queueLength());
    }
    if (report.snapshot().phase() != SnapshotPhase.NONE) {
      text.append(
          report.snapshot().phase() == SnapshotPhase.SCHEDULED
              ? ", snapshot "
              : ", snapshot outside a slot ");
      text.append(report.snapshot().permille() / 10).append("%");
    }
    if (report.slot().id() != 0) {
      text.append(", slot ").append(hex(report.slot().id())).append(" ").append(state(report));
    }
    Report.Counts counts = report.counts();
    if (counts.scheduled() + counts.unscheduled() > 0) {
      text.append(", snapshots taken ").append(counts.scheduled());
      text.append(counts.unscheduled() > 0 ? " + " + counts.unscheduled() + " outside slots" : "");
    }
    return text.append(describe(report.override())).toString();
  }

  private static String state(Report report) {
    SlotState state = report.slot().state();
    String name = state.name().toLowerCase(Locale.ROOT);
    return state == SlotState.DECLINED
        ? name + " (" + report.slot().declineReason().name().toLowerCase(Locale.ROOT) + ")"
        : name;
  }

  private static String describe(OperatorOverride order) {
    return order.version() == 0
        ? ""
        : ", order "
            + order.version()
            + " "
            + order.mode().name().toLowerCase(Locale.ROOT)
            + (order.remainingMillis() > 0 ? " for " + seconds(order.remainingMillis()) : "");
  }

  private static String hex(long slotId) {
    return "0x" + Long.toHexString(slotId);
  }

  private static String seconds(long millis) {
    return String.format(Locale.ROOT, "%.1f s", millis / 1_000.0);
  }
}
