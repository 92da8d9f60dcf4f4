package io.snapkeeper.core.trace;

import io.snapkeeper.core.member.MemberAction;
import io.snapkeeper.core.member.MemberConfig;
import io.snapkeeper.core.member.MemberEvent;
import io.snapkeeper.core.member.Trigger;
import io.snapkeeper.core.schedule.HardLimit;
import io.snapkeeper.core.wire.LeaderMessage;
import java.util.Optional;

/** The lines of a member. */
final class MemberText {

  static final String BEGINS = "member begins";
  static final String TICK = "member tick";
  static final String SERVES = "member serves";
  static final String STOPS = "member stops";
  static final String HEARS = "member hears";
  static final String FIRED = "member fired";
  static final String STARTED = "member started";
  static final String DONE = "member done";
  static final String ABORTED = "member aborted";
  static final String ARMS = "member arms";
  static final String SNAPSHOTS = "member snapshots";
  static final String NOTES = "member notes";
  static final String REPORTS = "member reports";
  static final String FAILED = "member failed";

  private MemberText() {}

  static LineWriter write(TraceLine.OfMember line) {
    if (line instanceof TraceLine.GateTold told) {
      return event(told.event());
    }
    if (line instanceof TraceLine.GateAnswered answered) {
      return action(answered.action());
    }
    if (line instanceof TraceLine.ReportMade made) {
      return ReportText.write(at(REPORTS, made.nowMillis()), made.report());
    }
    if (line instanceof TraceLine.GateMade made) {
      MemberConfig config = made.config();
      return ReportText.limits(new LineWriter(BEGINS).number("sid", config.sid()), config.limits())
          .number("hardLimitLogBytes", config.hardLimitLogBytes())
          .number("graceMillis", config.graceMillis())
          .number("startTimeoutMillis", config.startTimeoutMillis())
          .number("seed", made.seed());
    }
    return new LineWriter(FAILED);
  }

  private static LineWriter event(MemberEvent event) {
    long now = event.nowMillis();
    if (event instanceof MemberEvent.Tick tick) {
      return ReportText.idle(ReportText.backlog(at(TICK, now), tick.backlog()), tick.idle());
    }
    if (event instanceof MemberEvent.ServingStarted started) {
      return at(SERVES, now).number("epoch", started.epoch());
    }
    if (event instanceof MemberEvent.LeaderHeard heard) {
      return message(at(HEARS, now), heard.message());
    }
    if (event instanceof MemberEvent.Fired fired) {
      return trigger(at(FIRED, now), fired.trigger());
    }
    if (event instanceof MemberEvent.SnapshotStarted started) {
      return at(STARTED, now).flag("scheduled", started.scheduled());
    }
    if (event instanceof MemberEvent.SnapshotDone done) {
      LineWriter line =
          at(DONE, now)
              .flag("scheduled", done.scheduled())
              .number("millis", done.durationMillis())
              .number("bytes", done.bytes());
      return ReportText.backlog(line, done.remaining());
    }
    if (event instanceof MemberEvent.SnapshotAborted aborted) {
      return at(ABORTED, now)
          .flag("scheduled", aborted.scheduled())
          .flag("failed", aborted.failed());
    }
    return at(STOPS, now);
  }

  private static LineWriter action(MemberAction action) {
    if (action instanceof MemberAction.Arm arm) {
      LineWriter line = trigger(new LineWriter(ARMS), arm.trigger());
      Trigger fallback = arm.fallback();
      return line.bound("elseTxns", fallback.aboveTxns())
          .bound("elseLogBytes", fallback.aboveLogBytes())
          .word("elseCause", fallback.cause())
          .slot("elseSlot", fallback.slotId())
          .bound("elseUntil", fallback.untilMillis());
    }
    if (action instanceof MemberAction.SnapshotNow now) {
      return trigger(new LineWriter(SNAPSHOTS), now.trigger());
    }
    return new LineWriter(NOTES).text("text", ((MemberAction.Note) action).text());
  }

  private static LineWriter at(String kind, long nowMillis) {
    return new LineWriter(kind).number("at", nowMillis);
  }

  private static LineWriter trigger(LineWriter line, Trigger trigger) {
    return line.bound("aboveTxns", trigger.aboveTxns())
        .bound("aboveLogBytes", trigger.aboveLogBytes())
        .word("cause", trigger.cause())
        .slot("slot", trigger.slotId())
        .bound("until", trigger.untilMillis());
  }

  private static LineWriter message(LineWriter line, LeaderMessage message) {
    line.number("epoch", message.epoch())
        .number("leaseMillis", message.schedulingTtlMillis())
        .bound("hardTxns", message.hardLimit().txns())
        .bound("hardLogBytes", message.hardLimit().logBytes());
    ReportText.override(line, message.override())
        .number("stamp", message.pingStamp())
        .flag("grant", message.grant().isPresent());
    message
        .grant()
        .ifPresent(
            grant ->
                line.slot("slot", grant.slotId())
                    .number("ttlMillis", grant.ttlMillis())
                    .flag("degraded", grant.degraded()));
    return line;
  }

  /** The line, or null if no line of a member is of this kind. */
  static TraceLine readOrNull(String kind, LineReader line) {
    return switch (kind) {
      case BEGINS ->
          new TraceLine.GateMade(
              new MemberConfig(
                  line.number("sid"),
                  ReportText.limits(line),
                  line.number("hardLimitLogBytes"),
                  line.number("graceMillis"),
                  line.number("startTimeoutMillis")),
              line.number("seed"));
      case REPORTS -> new TraceLine.ReportMade(line.number("at"), ReportText.read(line));
      case ARMS ->
          new TraceLine.GateAnswered(
              new MemberAction.Arm(
                  trigger(line),
                  new Trigger(
                      line.bound("elseTxns"),
                      line.bound("elseLogBytes"),
                      line.word("elseCause", Trigger.Cause.values()),
                      line.slot("elseSlot"),
                      line.bound("elseUntil"))));
      case SNAPSHOTS -> new TraceLine.GateAnswered(new MemberAction.SnapshotNow(trigger(line)));
      case NOTES -> new TraceLine.GateAnswered(new MemberAction.Note(line.text("text")));
      case FAILED -> new TraceLine.GateFailed();
      default -> {
        MemberEvent event = eventOrNull(kind, line);
        yield event == null ? null : new TraceLine.GateTold(event);
      }
    };
  }

  private static MemberEvent eventOrNull(String kind, LineReader line) {
    return switch (kind) {
      case TICK ->
          new MemberEvent.Tick(line.number("at"), ReportText.backlog(line), ReportText.idle(line));
      case SERVES -> new MemberEvent.ServingStarted(line.number("at"), line.number("epoch"));
      case STOPS -> new MemberEvent.ServingStopped(line.number("at"));
      case HEARS -> new MemberEvent.LeaderHeard(line.number("at"), message(line));
      case FIRED -> new MemberEvent.Fired(line.number("at"), trigger(line));
      case STARTED -> new MemberEvent.SnapshotStarted(line.number("at"), line.flag("scheduled"));
      case DONE ->
          new MemberEvent.SnapshotDone(
              line.number("at"),
              line.flag("scheduled"),
              line.number("millis"),
              line.number("bytes"),
              ReportText.backlog(line));
      case ABORTED ->
          new MemberEvent.SnapshotAborted(
              line.number("at"), line.flag("scheduled"), line.flag("failed"));
      default -> null;
    };
  }

  private static Trigger trigger(LineReader line) {
    return new Trigger(
        line.bound("aboveTxns"),
        line.bound("aboveLogBytes"),
        line.word("cause", Trigger.Cause.values()),
        line.slot("slot"),
        line.bound("until"));
  }

  private static LeaderMessage message(LineReader line) {
    long epoch = line.number("epoch");
    long leaseMillis = line.number("leaseMillis");
    HardLimit hardLimit = new HardLimit(line.bound("hardTxns"), line.bound("hardLogBytes"));
    var override = ReportText.override(line);
    int stamp = line.smallNumber("stamp");
    Optional<LeaderMessage.SlotGrant> grant =
        line.flag("grant")
            ? Optional.of(
                new LeaderMessage.SlotGrant(
                    line.slot("slot"), line.number("ttlMillis"), line.flag("degraded")))
            : Optional.empty();
    return new LeaderMessage(epoch, leaseMillis, hardLimit, grant, override, stamp);
  }
}
