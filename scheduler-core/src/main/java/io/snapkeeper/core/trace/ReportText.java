package io.snapkeeper.core.trace;

import io.snapkeeper.core.operator.OperatorOverride;
import io.snapkeeper.core.report.DeclineReason;
import io.snapkeeper.core.report.Report;
import io.snapkeeper.core.report.SlotState;
import io.snapkeeper.core.report.SnapshotPhase;

/** A report as the pairs of a line. */
final class ReportText {

  private ReportText() {}

  static LineWriter write(LineWriter line, Report report) {
    line.number("sid", report.sid()).number("seq", report.sequence());
    backlog(line, report.backlog());
    limits(line, report.limits())
        .number("commits", report.fsync().count())
        .number("commitMicros", report.fsync().totalMicros())
        .number("p99Micros", report.fsync().recentP99Micros())
        .number("queue", report.fsync().queueLength())
        .word("phase", report.snapshot().phase())
        .number("permille", report.snapshot().permille())
        .number("elapsedMillis", report.snapshot().elapsedMillis())
        .slot("slot", report.slot().id())
        .word("state", report.slot().state())
        .word("decline", report.slot().declineReason())
        .number("lastMillis", report.last().durationMillis())
        .number("lastBytes", report.last().bytes())
        .number("treeBytes", report.treeBytes())
        .number("scheduled", report.counts().scheduled())
        .number("unscheduled", report.counts().unscheduled());
    return idle(
        override(line, report.override()).number("stamp", report.pingStamp()), report.idle());
  }

  static Report read(LineReader line) {
    return new Report(
        line.number("sid"),
        line.number("seq"),
        backlog(line),
        limits(line),
        new Report.Fsync(
            line.number("commits"),
            line.number("commitMicros"),
            line.number("p99Micros"),
            line.smallNumber("queue")),
        new Report.Snapshot(
            line.word("phase", SnapshotPhase.values()),
            line.smallNumber("permille"),
            line.number("elapsedMillis")),
        new Report.Slot(
            line.slot("slot"),
            line.word("state", SlotState.values()),
            line.word("decline", DeclineReason.values())),
        new Report.LastSnapshot(line.number("lastMillis"), line.number("lastBytes")),
        line.number("treeBytes"),
        new Report.Counts(line.number("scheduled"), line.number("unscheduled")),
        override(line),
        line.smallNumber("stamp"),
        idle(line));
  }

  static LineWriter idle(LineWriter line, Report.Idle idle) {
    return line.flag("usesIdle", idle.usesIdleTime()).number("idleMillis", idle.millis());
  }

  static Report.Idle idle(LineReader line) {
    return new Report.Idle(line.flag("usesIdle"), line.number("idleMillis"));
  }

  static LineWriter backlog(LineWriter line, Report.Backlog backlog) {
    return line.number("txns", backlog.txns()).number("logBytes", backlog.logBytes());
  }

  static Report.Backlog backlog(LineReader line) {
    return new Report.Backlog(line.number("txns"), line.number("logBytes"));
  }

  static LineWriter limits(LineWriter line, Report.Limits limits) {
    return line.number("snapCount", limits.snapCount())
        .number("snapSizeBytes", limits.snapSizeBytes());
  }

  static Report.Limits limits(LineReader line) {
    return new Report.Limits(line.number("snapCount"), line.number("snapSizeBytes"));
  }

  static LineWriter override(LineWriter line, OperatorOverride override) {
    return line.number("orderVersion", override.version())
        .word("order", override.mode())
        .number("orderMillis", override.remainingMillis());
  }

  static OperatorOverride override(LineReader line) {
    return new OperatorOverride(
        line.number("orderVersion"),
        line.word("order", OperatorOverride.Mode.values()),
        line.number("orderMillis"));
  }
}
