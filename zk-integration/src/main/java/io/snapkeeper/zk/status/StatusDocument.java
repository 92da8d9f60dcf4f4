package io.snapkeeper.zk.status;

import io.snapkeeper.core.member.Trigger;
import io.snapkeeper.core.overlap.OverlapTotals;
import io.snapkeeper.core.report.DeclineReason;
import io.snapkeeper.core.report.Report;
import io.snapkeeper.core.report.SnapshotPhase;
import io.snapkeeper.core.schedule.SchedulerLimits;
import io.snapkeeper.core.schedule.SchedulerStatus;
import io.snapkeeper.core.shadow.ShadowFigures;
import io.snapkeeper.core.wire.LeaderMessageCodec;
import io.snapkeeper.metrics.history.Decision;
import io.snapkeeper.metrics.history.Decisions;
import io.snapkeeper.wal.filesystem.LogFileSystem;
import io.snapkeeper.wal.log.LogFigures;
import io.snapkeeper.zk.PeerView;
import io.snapkeeper.zk.Plugin;
import io.snapkeeper.zk.config.PluginConfig;
import io.snapkeeper.zk.leader.LeaderTerm;
import io.snapkeeper.zk.log.LogWriting;
import io.snapkeeper.zk.log.TxnLogWriter;
import io.snapkeeper.zk.member.Clock;
import io.snapkeeper.zk.member.LastSnapshot;
import io.snapkeeper.zk.member.MemberStatus;
import io.snapkeeper.zk.member.SnapshotCounters;
import io.snapkeeper.zk.purge.PurgeFigures;
import io.snapkeeper.zk.snapshot.DirectSnapshots;
import io.snapkeeper.zk.snapshot.SnapshotRun;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The status document, schema version 1, as maps and lists. Fields may be added at any time; the
 * version changes when one changes its meaning or goes. Unknown figures are null.
 */
public final class StatusDocument {

  /** The command's name and the document's first field. */
  public static final String COMMAND = "snapkeeper";

  private static final int SCHEMA_VERSION = 1;

  /** More than a busy leader decides between two looks of somebody who watches. */
  private static final int DECISIONS_MAX = 64;

  private StatusDocument() {}

  /** The document of this moment. */
  public static Map<String, Object> of(Plugin plugin) {
    Map<String, Object> document = new LinkedHashMap<>();
    document.put("command", COMMAND);
    document.put("error", null);
    document.put("version", SCHEMA_VERSION);
    document.put("plugin", plugin(plugin));
    document.put("server", server(plugin));
    document.put(
        "scheduler",
        plugin
            .term()
            .filter(term -> term.state() == LeaderTerm.State.RUNNING)
            .map(term -> scheduler(term.status(), decisions(plugin)))
            .orElse(null));
    document.put(
        "overlap", plugin.overlap().watchedMillis() == 0 ? null : overlap(plugin.overlap()));
    document.put(
        "watch", plugin.watch().map(term -> watch(term.epoch(), term.figures())).orElse(null));
    return document;
  }

  private static Map<String, Object> plugin(Plugin plugin) {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("version", PluginConfig.pluginVersion());
    map.put("protocol", LeaderMessageCodec.PROTOCOL_VERSION);
    map.put("scheduler", schedulerSwitch(plugin));
    map.put("faults", plugin.faults().count());
    return map;
  }

  private static String schedulerSwitch(Plugin plugin) {
    boolean termFailed =
        plugin.term().filter(term -> term.state() == LeaderTerm.State.FAILED).isPresent();
    if (termFailed || plugin.member().status().failed()) {
      return "failed";
    }
    return plugin.config().schedulerOn() ? "on" : "off";
  }

  private static Map<String, Object> server(Plugin plugin) {
    Map<String, Object> map = server(plugin.member().status(), plugin.peer());
    LogWriting writing = plugin.logWriting();
    map.put(
        "log", log(writing, writing.writer().map(TxnLogWriter::figures), plugin.logFileSystem()));
    map.put(
        "snapshotWriting", SnapshotWriting.of(plugin.snapshots().map(DirectSnapshots::figures)));
    map.put("purges", purges(plugin.purges().figures()));
    map.put("counters", counters(plugin.member().counters()));
    return map;
  }

  static Map<String, Object> server(MemberStatus status, PeerView peer) {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("sid", status.sid());
    map.put("role", peer.role());
    map.put("epoch", peer.epoch());
    map.put("mode", label(status.mode()));
    map.put("modeReason", status.modeReason());
    map.put("backlogTxns", status.backlog().txns());
    map.put("backlogBytes", status.backlog().logBytes());
    map.put("limitTxns", status.limits().snapCount());
    map.put("limitBytes", status.limits().snapSizeBytes());
    map.put("backlogPercent", percent(status.limits().fractionOf(status.backlog())));
    Trigger hardLimit = status.hardLimit();
    map.put("hardLimitTxns", hardLimit.aboveTxns());
    map.put("hardLimitBytes", hardLimit.aboveLogBytes());
    map.put("fsyncCount", status.fsyncCount());
    map.put("fsyncMeanMicros", status.fsyncMeanMicros());
    map.put("fsyncP99Micros", status.fsyncP99Micros());
    map.put("queueLength", status.queueLength());
    map.put("slot", slot(status.slot()));
    map.put("snapshot", status.running().map(StatusDocument::running).orElse(null));
    map.put("lastSnapshot", status.last().map(StatusDocument::last).orElse(null));
    return map;
  }

  private static Map<String, Object> slot(Report.Slot slot) {
    if (slot.id() == 0) {
      return null;
    }
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("id", hex(slot.id()));
    map.put("state", label(slot.state()));
    map.put(
        "reason", slot.declineReason() == DeclineReason.NONE ? "" : label(slot.declineReason()));
    return map;
  }

  private static Map<String, Object> running(SnapshotRun run) {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("kind", run.cause().kind());
    map.put("cause", run.cause().label());
    map.put("progressPercent", run.permille() / 10.0);
    map.put("elapsedMillis", run.elapsedMillis());
    return map;
  }

  private static Map<String, Object> last(LastSnapshot last) {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("zxid", hex(last.zxid()));
    map.put("kind", last.cause().kind());
    map.put("cause", last.cause().label());
    map.put("durationMillis", last.durationMillis());
    map.put("bytes", last.bytes());
    return map;
  }

  static Map<String, Object> log(
      LogWriting writing, Optional<LogFigures> written, LogFileSystem fileSystem) {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("way", writing.way().label());
    map.put("reason", writing.reason());
    LogFigures figures = written.orElse(null);
    map.put("ioClass", figures == null ? null : label(figures.ioClass()));
    map.put("overruns", figures == null ? null : figures.overruns());
    map.put("respawns", figures == null ? null : figures.respawns());
    map.put("fileSystem", fileSystem(fileSystem));
    return map;
  }

  static Map<String, Object> fileSystem(LogFileSystem fileSystem) {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("type", fileSystem.type().isEmpty() ? null : fileSystem.type());
    map.put("kind", fileSystem.kind().label());
    map.put("zerosAhead", fileSystem.zerosAhead());
    map.put("durability", fileSystem.promise().durability().label());
    map.put("promise", fileSystem.promise().sentence());
    return map;
  }

  static Map<String, Object> purges(PurgeFigures figures) {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("waiting", figures.waiting());
    map.put("deferred", figures.deferred());
    map.put("inSlot", figures.inSlot());
    map.put("overdue", figures.overdue());
    return map;
  }

  static Map<String, Object> counters(SnapshotCounters counters) {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("scheduledSnapshots", counters.scheduled());
    map.put("unscheduledSnapshots", counters.unscheduled());
    map.put("hardLimitSnapshots", counters.hardLimit());
    map.put("stockRuleSnapshots", counters.stockRule());
    map.put("abortedSnapshots", counters.aborted());
    map.put("failedSnapshots", counters.failed());
    return map;
  }

  private static List<Map<String, Object>> decisions(Plugin plugin) {
    return decisions(plugin.decisionsOfTerm(DECISIONS_MAX), Clock.MONOTONIC.nowMillis());
  }

  static Map<String, Object> scheduler(
      SchedulerStatus status, List<Map<String, Object>> decisions) {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("epoch", status.epoch());
    map.put(
        "state",
        switch (status.override().mode()) {
          case NORMAL -> "scheduling";
          case PAUSED -> "paused";
          case OFF -> "off";
        });
    map.put("overrideExpiresInMillis", status.override().remainingMillis());
    map.put("quorumMargin", status.quorumMargin());
    map.put(
        "members",
        status.members().stream().map(StatusDocument::member).collect(Collectors.toList()));
    map.put("decisions", decisions);
    map.put("counters", slotCounters(status.counts()));
    map.put("limits", limits(status.limits()));
    return map;
  }

  static List<Map<String, Object>> decisions(List<Decisions.Numbered> latest, long nowMillis) {
    List<Map<String, Object>> list = new ArrayList<>();
    for (Decisions.Numbered numbered : latest) {
      Decision decision = numbered.decision();
      Map<String, Object> map = new LinkedHashMap<>();
      map.put("number", numbered.number());
      map.put("ageMillis", Math.max(0, nowMillis - decision.atMillis()));
      map.put("kind", decision.kind().label());
      map.put("sid", decision.sid());
      map.put("slot", decision.slotId() == 0 ? null : hex(decision.slotId()));
      map.put("text", decision.text());
      list.add(map);
    }
    return list;
  }

  private static Map<String, Object> overlap(OverlapTotals totals) {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("watchedMillis", totals.watchedMillis());
    map.put("anySnapshottingMillis", totals.anyMillis());
    map.put("quorumSnapshottingMillis", totals.quorumMillis());
    map.put("degradedMillis", totals.degradedMillis());
    return map;
  }

  static Map<String, Object> watch(long epoch, ShadowFigures figures) {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("epoch", epoch);
    map.put("snapshots", figures.snapshots());
    map.put("actual", overlap(figures.actual()));
    map.put("withSchedule", overlap(figures.scheduled()));
    map.put("slots", figures.slots());
    map.put("degradedSlots", figures.degradedSlots());
    map.put("largestActualBacklogPercent", percent(figures.largestActualBacklog()));
    map.put("largestBacklogPercent", percent(figures.largestBacklog()));
    return map;
  }

  private static Map<String, Object> member(SchedulerStatus.Member member) {
    Optional<Report> report = member.report();
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("sid", member.sid());
    map.put("voter", member.voter());
    map.put("leader", member.leader());
    map.put("state", label(member.state()));
    map.put("backlogTxns", report.map(r -> r.backlog().txns()).orElse(null));
    map.put(
        "backlogPercent",
        report.map(r -> percent(r.limits().fractionOf(r.backlog()))).orElse(null));
    map.put("fsyncMeanMicros", report.map(r -> member.fsyncMeanMicros()).orElse(null));
    map.put("fsyncP99Micros", report.map(r -> r.fsync().recentP99Micros()).orElse(null));
    map.put("slot", outstandingSlot(member));
    map.put(
        "snapshotProgressPercent",
        report
            .map(Report::snapshot)
            .filter(s -> s.phase() != SnapshotPhase.NONE)
            .map(s -> s.permille() / 10.0)
            .orElse(null));
    map.put("decision", member.decision());
    return map;
  }

  private static Map<String, Object> outstandingSlot(SchedulerStatus.Member member) {
    if (member.outstandingSlotId() == 0) {
      return null;
    }
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("id", hex(member.outstandingSlotId()));
    map.put(
        "state",
        member
            .report()
            .map(Report::slot)
            .filter(slot -> slot.id() == member.outstandingSlotId())
            .map(slot -> label(slot.state()))
            .orElse("granted"));
    map.put("degraded", member.degradedSlot());
    return map;
  }

  private static Map<String, Object> slotCounters(SchedulerStatus.SlotCounts counts) {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("granted", counts.granted());
    map.put("degraded", counts.degraded());
    map.put("done", counts.done());
    map.put("declined", counts.declined());
    map.put("expired", counts.expired());
    map.put("aborted", counts.aborted());
    map.put("failed", counts.failed());
    map.put("left", counts.left());
    return map;
  }

  private static Map<String, Object> limits(SchedulerLimits limits) {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("drainFsyncMillis", limits.drainFsyncMicros() / 1_000);
    map.put("drainQueueLength", limits.drainQueueLength());
    map.put("grantTtlMillis", limits.grantTtlMillis());
    map.put("reportFreshMillis", limits.reportFreshMillis());
    return map;
  }

  /** One decimal: 70.5 is 70.5%. */
  private static double percent(double fraction) {
    return Math.round(fraction * 1_000) / 10.0;
  }

  private static String hex(long id) {
    return "0x" + Long.toHexString(id);
  }

  private static String label(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
