package io.snapkeeper.core.trace;

import io.snapkeeper.core.operator.OperatorOverride;
import io.snapkeeper.core.schedule.SchedulerAction;
import io.snapkeeper.core.schedule.SchedulerEvent;
import io.snapkeeper.core.schedule.SchedulerLimits;

/** The lines of a leader. */
final class LeaderText {

  static final String BEGINS = "leader begins";
  static final String MEMBERSHIP = "leader membership";
  static final String TICK = "leader tick";
  static final String CONNECTED = "leader connected";
  static final String DISCONNECTED = "leader disconnected";
  static final String REPORTED = "leader reported";
  static final String ORDERED = "leader ordered";
  static final String REQUESTED = "leader requested";
  static final String LIMITS = "leader limits";
  static final String GRANT = "leader grant";
  static final String ENDED = "leader ended";
  static final String REFUSED = "leader refused";
  static final String HELD = "leader held";
  static final String ENDS = "leader ends";

  private LeaderText() {}

  static LineWriter write(TraceLine.OfLeader line) {
    if (line instanceof TraceLine.SchedulerTold told) {
      return event(told.event());
    }
    if (line instanceof TraceLine.SchedulerAnswered answered) {
      return action(answered.action());
    }
    if (line instanceof TraceLine.TermBegan began) {
      LineWriter text =
          new LineWriter(BEGINS).number("sid", began.sid()).number("epoch", began.epoch());
      return limits(text, began.limits());
    }
    return new LineWriter(ENDS).flag("failed", ((TraceLine.TermEnded) line).failed());
  }

  private static LineWriter event(SchedulerEvent event) {
    long now = event.nowMillis();
    if (event instanceof SchedulerEvent.Reported reported) {
      return ReportText.write(
          at(REPORTED, now).number("age", reported.ageMillis()), reported.report());
    }
    if (event instanceof SchedulerEvent.MembershipChanged changed) {
      return at(MEMBERSHIP, now)
          .raw("rules", RuleText.rules(changed.rules()))
          .raw("observers", RuleText.sids(changed.observers()));
    }
    if (event instanceof SchedulerEvent.MemberConnected connected) {
      return at(CONNECTED, now).number("sid", connected.sid());
    }
    if (event instanceof SchedulerEvent.MemberDisconnected disconnected) {
      return at(DISCONNECTED, now).number("sid", disconnected.sid());
    }
    if (event instanceof SchedulerEvent.OverrideOrdered ordered) {
      return at(ORDERED, now)
          .word("mode", ordered.mode())
          .number("millis", ordered.durationMillis());
    }
    if (event instanceof SchedulerEvent.SnapshotRequested requested) {
      return at(REQUESTED, now).number("sid", requested.sid());
    }
    if (event instanceof SchedulerEvent.LimitsChanged changed) {
      return limits(at(LIMITS, now), changed.limits());
    }
    return at(TICK, now);
  }

  private static LineWriter action(SchedulerAction action) {
    if (action instanceof SchedulerAction.Grant grant) {
      return about(GRANT, action)
          .slot("slot", grant.slotId())
          .number("ttlMillis", grant.ttlMillis())
          .flag("degraded", grant.degraded())
          .text("reason", grant.reason());
    }
    if (action instanceof SchedulerAction.SlotEnded ended) {
      return about(ENDED, action)
          .slot("slot", ended.slotId())
          .number("heldMillis", ended.heldMillis())
          .text("outcome", ended.outcome());
    }
    if (action instanceof SchedulerAction.Refused refused) {
      return about(REFUSED, action).text("reason", refused.reason());
    }
    return about(HELD, action).text("reason", ((SchedulerAction.Held) action).reason());
  }

  private static LineWriter at(String kind, long nowMillis) {
    return new LineWriter(kind).number("at", nowMillis);
  }

  private static LineWriter about(String kind, SchedulerAction action) {
    return new LineWriter(kind).number("sid", action.sid());
  }

  private static LineWriter limits(LineWriter line, SchedulerLimits limits) {
    return line.number("drainFsyncMicros", limits.drainFsyncMicros())
        .number("drainQueueLength", limits.drainQueueLength())
        .number("grantTtlMillis", limits.grantTtlMillis())
        .number("reportFreshMillis", limits.reportFreshMillis());
  }

  /** The line, or null if no line of a leader is of this kind. */
  static TraceLine readOrNull(String kind, LineReader line) {
    return switch (kind) {
      case BEGINS ->
          new TraceLine.TermBegan(line.number("sid"), line.number("epoch"), limits(line));
      case ENDS -> new TraceLine.TermEnded(line.flag("failed"));
      case GRANT, ENDED, REFUSED, HELD -> new TraceLine.SchedulerAnswered(action(kind, line));
      default -> {
        SchedulerEvent event = eventOrNull(kind, line);
        yield event == null ? null : new TraceLine.SchedulerTold(event);
      }
    };
  }

  private static SchedulerEvent eventOrNull(String kind, LineReader line) {
    return switch (kind) {
      case TICK -> new SchedulerEvent.Tick(line.number("at"));
      case REPORTED -> {
        long at = line.number("at");
        long ageMillis = line.number("age");
        yield new SchedulerEvent.Reported(at, ReportText.read(line), ageMillis);
      }
      case MEMBERSHIP ->
          new SchedulerEvent.MembershipChanged(
              line.number("at"),
              line.parsed("rules", RuleText::rulesOrNull, RuleText.EXPECTED_RULES),
              line.parsed("observers", RuleText::sidsOrNull, RuleText.EXPECTED_SIDS));
      case CONNECTED -> new SchedulerEvent.MemberConnected(line.number("at"), line.number("sid"));
      case DISCONNECTED ->
          new SchedulerEvent.MemberDisconnected(line.number("at"), line.number("sid"));
      case ORDERED ->
          new SchedulerEvent.OverrideOrdered(
              line.number("at"),
              line.word("mode", OperatorOverride.Mode.values()),
              line.number("millis"));
      case REQUESTED -> new SchedulerEvent.SnapshotRequested(line.number("at"), line.number("sid"));
      case LIMITS -> new SchedulerEvent.LimitsChanged(line.number("at"), limits(line));
      default -> null;
    };
  }

  private static SchedulerAction action(String kind, LineReader line) {
    long sid = line.number("sid");
    return switch (kind) {
      case GRANT ->
          new SchedulerAction.Grant(
              sid,
              line.slot("slot"),
              line.number("ttlMillis"),
              line.flag("degraded"),
              line.text("reason"));
      case ENDED -> {
        long slot = line.slot("slot");
        long heldMillis = line.number("heldMillis");
        yield new SchedulerAction.SlotEnded(sid, slot, line.text("outcome"), heldMillis);
      }
      case REFUSED -> new SchedulerAction.Refused(sid, line.text("reason"));
      default -> new SchedulerAction.Held(sid, line.text("reason"));
    };
  }

  private static SchedulerLimits limits(LineReader line) {
    return new SchedulerLimits(
        line.number("drainFsyncMicros"),
        line.smallNumber("drainQueueLength"),
        line.number("grantTtlMillis"),
        line.number("reportFreshMillis"));
  }
}
