package io.snapkeeper.metrics.figures;

import java.util.Optional;

/**
 * Where every metric reads from. Called by metrics threads at any time; must be thread-safe, must
 * not wait for I/O, and its counters must never decrease within a process.
 */
public interface SnapkeeperFigures {

  /** Version of this build. */
  String version();

  /** This server's backlog and mode. */
  MemberFigures member();

  /** This server's snapshots. */
  SnapshotFigures snapshots();

  /** Distributions of durations. */
  DurationFigures durations();

  /** The pacer of scheduled snapshots; empty if ZooKeeper's own stream writes them. */
  Optional<PacingFigures> pacing();

  /** How this server writes its transaction log. */
  LogWritingFigures log();

  /** The slots that this server has granted as a leader. */
  SlotFigures slots();

  /** The scheduler's view of the ensemble; empty unless this server leads and schedules. */
  Optional<LeaderFigures> leader();

  /** How snapshots overlapped while this server led. */
  OverlapFigures overlap();

  /** What a schedule would have done; empty unless this server leads and only watches. */
  Optional<ShadowFigures> shadow();
}
