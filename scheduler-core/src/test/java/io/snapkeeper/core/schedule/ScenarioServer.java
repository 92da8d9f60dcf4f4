package io.snapkeeper.core.schedule;

import io.snapkeeper.core.report.Report;
import io.snapkeeper.core.wire.LeaderMessage;
import java.util.Optional;

/** A server of a scenario, as its ensemble sees it. */
interface ScenarioServer {

  /** It serves under a new leader, or on a new connection. */
  void connect(long nowMillis, long epoch);

  void disconnect(long nowMillis);

  /** Its leader leads no more; that is the end of its own role, too. */
  void loseLeader(long nowMillis);

  /** Time passes, and so many transactions are logged meanwhile. */
  void advance(long nowMillis, double txns);

  /** A message of the leader arrives. */
  void hear(long nowMillis, LeaderMessage message);

  /** What it reports now; empty if it does not, as it has not heard of a scheduler. */
  Optional<Report> report(long nowMillis);

  void snapshotOutsideSlots(long nowMillis);

  void setBacklogShare(double share);

  void setFsyncMicros(double micros);

  void setQueueLength(int requests);

  void setDurationMillis(long millis);

  void setTreeBytes(long bytes);

  void setUsesIdleTime(boolean uses);
}
