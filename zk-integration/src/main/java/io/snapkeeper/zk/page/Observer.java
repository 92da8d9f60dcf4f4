package io.snapkeeper.zk.page;

import io.snapkeeper.core.overlap.OverlapMeter;
import io.snapkeeper.core.overlap.OverlapTotals;
import io.snapkeeper.core.schedule.SchedulerStatus;
import io.snapkeeper.core.shadow.ShadowFigures;
import io.snapkeeper.metrics.figures.SnapkeeperFigures;
import io.snapkeeper.metrics.history.Observation;
import io.snapkeeper.metrics.history.Observation.Schedule;
import io.snapkeeper.zk.Plugin;
import io.snapkeeper.zk.leader.LeaderTerm;
import io.snapkeeper.zk.leader.WatchTerm;
import io.snapkeeper.zk.member.Clock;
import io.snapkeeper.zk.member.MemberStatus;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;

/** Looks at the plugin. Thread-safe; takes no lock for longer than a scrape does. */
final class Observer {

  private final Plugin plugin;
  private final SnapkeeperFigures figures;
  private final Clock clock;

  Observer(Plugin plugin, SnapkeeperFigures figures, Clock clock) {
    this.plugin = plugin;
    this.figures = figures;
    this.clock = clock;
  }

  /** What there is to be seen now. */
  Observation look() {
    Optional<SchedulerStatus> scheduling =
        plugin
            .term()
            .filter(term -> term.state() == LeaderTerm.State.RUNNING)
            .map(LeaderTerm::status);
    Optional<WatchTerm> watching = plugin.watch();
    MemberStatus self = plugin.member().status();
    return new Observation(
        clock.nowMillis(),
        System.currentTimeMillis(),
        server(self, scheduling),
        members(self, scheduling, watching),
        scheduling.map(s -> OptionalInt.of(s.quorumMargin())).orElse(OptionalInt.empty()),
        plugin.term().isPresent() || watching.isPresent()
            ? Optional.of(overlap(plugin.overlap()))
            : Optional.empty(),
        watching.map(term -> shadow(term.figures())),
        figures.durations().commits().counts(),
        figures.pacing());
  }

  private Observation.Server server(MemberStatus self, Optional<SchedulerStatus> scheduling) {
    return new Observation.Server(
        self.sid(),
        plugin.peer().role(),
        plugin.peer().leaderSid(),
        plugin.peer().epoch(),
        schedule(scheduling),
        self.mode().name().toLowerCase(Locale.ROOT).replace('_', '-'),
        self.modeReason());
  }

  private Schedule schedule(Optional<SchedulerStatus> scheduling) {
    if (scheduling.isPresent()) {
      return switch (scheduling.get().override().mode()) {
        case NORMAL -> Schedule.SCHEDULING;
        case PAUSED -> Schedule.PAUSED;
        case OFF -> Schedule.OFF;
      };
    }
    if (plugin.watch().isPresent()) {
      return Schedule.WATCHING;
    }
    return plugin.term().isPresent() ? Schedule.FAILED : Schedule.ELSEWHERE;
  }

  private List<Observation.Member> members(
      MemberStatus self, Optional<SchedulerStatus> scheduling, Optional<WatchTerm> watching) {
    if (scheduling.isPresent()) {
      return scheduling.get().members().stream()
          .map(SeenMembers::scheduled)
          .map(member -> withCause(member, self))
          .toList();
    }
    if (watching.isPresent()) {
      return watching.get().members().stream()
          .map(SeenMembers::watched)
          .map(member -> withCause(member, self))
          .toList();
    }
    return List.of(SeenMembers.thisServer(self, plugin.peer().role(), plugin.member().counters()));
  }

  private static Observation.Member withCause(Observation.Member member, MemberStatus self) {
    return member.sid() == self.sid() ? SeenMembers.withCause(member, self) : member;
  }

  private static Observation.Overlap overlap(OverlapTotals totals) {
    return new Observation.Overlap(
        OverlapMeter.LAG_MILLIS,
        totals.watchedMillis(),
        totals.quorumMillis(),
        totals.degradedMillis());
  }

  private static Observation.Shadow shadow(ShadowFigures figures) {
    return new Observation.Shadow(
        figures.snapshots(),
        figures.slots(),
        figures.degradedSlots(),
        figures.actual().quorumMillis(),
        figures.scheduled().quorumMillis(),
        figures.largestActualBacklog(),
        figures.largestBacklog());
  }
}
