package io.snapkeeper.metrics;

import java.util.Optional;

/** Where the gauges read from. Called by metrics threads at any time; must be thread-safe. */
public interface SnapkeeperFigures {

  /** This server's own figures. */
  MemberFigures member();

  /** How this server writes its scheduled snapshots. */
  WritingFigures writing();

  /** How this server writes its transaction log. */
  LogWritingFigures log();

  /** The scheduler's figures; empty unless this server leads and schedules. */
  Optional<LeaderFigures> leader();
}
