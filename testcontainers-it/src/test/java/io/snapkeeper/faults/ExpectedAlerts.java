package io.snapkeeper.faults;

import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The alerts that may fire in a scenario. All others must not. Not thread-safe. */
final class ExpectedAlerts {

  /**
   * What can be the machine's: with rules so fast, a busy machine that holds a server for seconds
   * is a slow server. None of these is critical.
   */
  static final Set<Alert> OF_A_BUSY_MACHINE =
      EnumSet.of(
          Alert.SERVER_DRAINING,
          Alert.BACKLOG_HIGH,
          Alert.HARD_LIMIT_SNAPSHOTS,
          Alert.DEGRADED_SLOTS,
          Alert.NO_QUORUM_MARGIN);

  /**
   * What a machine makes of any server that it holds for a moment. With the repository's rules that
   * takes minutes, here two seconds.
   */
  private static final Set<Alert> OF_A_PAUSE =
      EnumSet.of(Alert.SERVER_SILENT, Alert.TARGET_DOWN, Alert.NO_LEADER, Alert.COMMITS_SLOW);

  /** A server that nothing was done to is back after this. */
  private static final Duration PAUSE_MAX = Duration.ofSeconds(4);

  private record Allowed(Alert alert, Optional<Long> sid) {
    boolean covers(FiredAlert fired) {
      return fired.alert() == alert && (sid.isEmpty() || sid.equals(fired.sid()));
    }
  }

  private final List<Allowed> allowed = new ArrayList<>();

  ExpectedAlerts() {
    OF_A_BUSY_MACHINE.forEach(this::allow);
  }

  /** It may fire, of any server. */
  void allow(Alert alert) {
    allowed.add(new Allowed(alert, Optional.empty()));
  }

  /** It may fire of this server. */
  void allow(Alert alert, long sid) {
    allowed.add(new Allowed(alert, Optional.of(sid)));
  }

  /** Those that should not have fired. */
  List<FiredAlert> unexpected(List<FiredAlert> fired) {
    return fired.stream()
        .filter(one -> allowed.stream().noneMatch(a -> a.covers(one)))
        .filter(one -> !isPause(one))
        .toList();
  }

  private static boolean isPause(FiredAlert fired) {
    return OF_A_PAUSE.contains(fired.alert()) && fired.lasted().compareTo(PAUSE_MAX) < 0;
  }
}
