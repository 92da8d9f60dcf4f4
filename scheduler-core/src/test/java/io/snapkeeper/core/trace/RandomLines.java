package io.snapkeeper.core.trace;

import io.snapkeeper.core.RandomSource;
import io.snapkeeper.core.member.MemberAction;
import io.snapkeeper.core.member.MemberConfig;
import io.snapkeeper.core.member.MemberEvent;
import io.snapkeeper.core.member.Trigger;
import io.snapkeeper.core.operator.OperatorOverride;
import io.snapkeeper.core.quorum.HierarchicalQuorum;
import io.snapkeeper.core.quorum.MajorityQuorum;
import io.snapkeeper.core.quorum.QuorumRule;
import io.snapkeeper.core.report.DeclineReason;
import io.snapkeeper.core.report.Report;
import io.snapkeeper.core.report.SlotState;
import io.snapkeeper.core.report.SnapshotPhase;
import io.snapkeeper.core.schedule.HardLimit;
import io.snapkeeper.core.schedule.SchedulerAction;
import io.snapkeeper.core.schedule.SchedulerEvent;
import io.snapkeeper.core.schedule.SchedulerLimits;
import io.snapkeeper.core.wire.LeaderMessage;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/** Lines of every kind with any values, also such as no server ever has. */
final class RandomLines {

  private final RandomSource random;
  private final List<Supplier<TraceLine>> kinds =
      List.of(
          () -> new TraceLine.Header(any()),
          () -> new TraceLine.Lost(positive()),
          () -> new TraceLine.TermBegan(any(), below(1L << 31), limits()),
          () -> told(new SchedulerEvent.MembershipChanged(any(), rules(), sids(0))),
          () -> told(new SchedulerEvent.Tick(any())),
          () -> told(new SchedulerEvent.Reported(any(), report(), positive())),
          () -> told(new SchedulerEvent.MemberConnected(any(), any())),
          () -> told(new SchedulerEvent.MemberDisconnected(any(), any())),
          () -> told(ordered()),
          () -> told(new SchedulerEvent.SnapshotRequested(any(), any())),
          () -> told(new SchedulerEvent.LimitsChanged(any(), limits())),
          () -> answered(new SchedulerAction.Grant(any(), any(), any(), flag(), text())),
          () -> answered(new SchedulerAction.SlotEnded(any(), any(), text(), any())),
          () -> answered(new SchedulerAction.Refused(any(), text())),
          () -> answered(new SchedulerAction.Held(any(), text())),
          () -> new TraceLine.TermEnded(flag()),
          () -> new TraceLine.GateMade(config(), any()),
          () -> told(new MemberEvent.Tick(any(), backlog(), idle())),
          () -> told(new MemberEvent.ServingStarted(any(), any())),
          () -> told(new MemberEvent.ServingStopped(any())),
          () -> told(new MemberEvent.LeaderHeard(any(), message())),
          () -> told(new MemberEvent.Fired(any(), trigger())),
          () -> told(new MemberEvent.SnapshotStarted(any(), flag())),
          () -> told(new MemberEvent.SnapshotDone(any(), flag(), any(), any(), backlog())),
          () -> told(new MemberEvent.SnapshotAborted(any(), flag(), flag())),
          () -> new TraceLine.GateAnswered(new MemberAction.Arm(trigger(), trigger())),
          () -> new TraceLine.GateAnswered(new MemberAction.SnapshotNow(trigger())),
          () -> new TraceLine.GateAnswered(new MemberAction.Note(text())),
          () -> new TraceLine.ReportMade(any(), report()),
          TraceLine.GateFailed::new);

  RandomLines(RandomSource random) {
    this.random = random;
  }

  /** One line of each kind. */
  List<TraceLine> oneOfEach() {
    return kinds.stream().map(Supplier::get).toList();
  }

  private static TraceLine told(SchedulerEvent event) {
    return new TraceLine.SchedulerTold(event);
  }

  private static TraceLine told(MemberEvent event) {
    return new TraceLine.GateTold(event);
  }

  private static TraceLine answered(SchedulerAction action) {
    return new TraceLine.SchedulerAnswered(action);
  }

  private long any() {
    return random.oneIn(3) ? random.anyLong() : random.magnitude(63);
  }

  private long below(long bound) {
    return random.between(0, bound - 1);
  }

  private long positive() {
    return Math.max(1, random.magnitude(63));
  }

  private boolean flag() {
    return random.oneIn(2);
  }

  private String text() {
    StringBuilder text = new StringBuilder();
    for (int i = random.below(40); i > 0; i--) {
      char c =
          switch (random.below(6)) {
            case 0 -> random.oneOf('"', '\\', '\n', '=', ' ', '\u0000');
            case 1 -> (char) random.below(1 << 16);
            default -> (char) random.between(' ', '~');
          };
      text.append(c);
    }
    return text.toString();
  }

  private Set<Long> sids(int least) {
    Set<Long> sids = new HashSet<>();
    for (int i = least + random.below(6); i > 0; i--) {
      sids.add(random.oneIn(8) ? random.anyLong() : below(256));
    }
    return sids;
  }

  private List<QuorumRule> rules() {
    List<QuorumRule> rules = new ArrayList<>();
    for (int i = 1 + random.below(2); i > 0; i--) {
      if (flag()) {
        rules.add(new MajorityQuorum(sids(1)));
        continue;
      }
      Map<Long, Long> groupBySid = new HashMap<>();
      Map<Long, Long> weightBySid = new HashMap<>();
      for (long sid : sids(1)) {
        groupBySid.put(sid, flag() ? any() : 1);
        weightBySid.put(sid, random.magnitude(40));
      }
      rules.add(new HierarchicalQuorum(groupBySid, weightBySid));
    }
    return rules;
  }

  private SchedulerLimits limits() {
    return new SchedulerLimits(
        positive(), (int) Math.max(1, random.magnitude(31)), positive(), positive());
  }

  private SchedulerEvent ordered() {
    OperatorOverride.Mode mode = random.oneOf(OperatorOverride.Mode.values());
    return new SchedulerEvent.OverrideOrdered(
        any(),
        mode,
        mode == OperatorOverride.Mode.NORMAL
            ? any()
            : random.between(1, SchedulerEvent.OverrideOrdered.DURATION_MILLIS_MAX));
  }

  private Report.Backlog backlog() {
    return new Report.Backlog(any(), any());
  }

  private OperatorOverride override() {
    return new OperatorOverride(
        random.magnitude(63), random.oneOf(OperatorOverride.Mode.values()), random.magnitude(63));
  }

  private Report report() {
    return new Report(
        any(),
        any(),
        backlog(),
        new Report.Limits(any(), any()),
        new Report.Fsync(any(), any(), any(), random.anyInt()),
        new Report.Snapshot(random.oneOf(SnapshotPhase.values()), random.anyInt(), any()),
        new Report.Slot(
            any(), random.oneOf(SlotState.values()), random.oneOf(DeclineReason.values())),
        new Report.LastSnapshot(any(), any()),
        any(),
        new Report.Counts(any(), any()),
        override(),
        stamp(),
        idle());
  }

  private Report.Idle idle() {
    return new Report.Idle(flag(), any());
  }

  private int stamp() {
    return (int) random.magnitude(24);
  }

  private MemberConfig config() {
    return new MemberConfig(
        any(),
        new Report.Limits(Math.max(2, random.magnitude(63)), any()),
        positive(),
        random.magnitude(63),
        positive());
  }

  private Trigger trigger() {
    return new Trigger(any(), any(), random.oneOf(Trigger.Cause.values()), any(), any());
  }

  private LeaderMessage message() {
    return new LeaderMessage(
        any(),
        any(),
        new HardLimit(positive(), positive()),
        flag() ? Optional.of(new LeaderMessage.SlotGrant(any(), any(), flag())) : Optional.empty(),
        override(),
        stamp());
  }
}
