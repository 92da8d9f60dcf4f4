package io.snapkeeper.simulation.trace;

import io.snapkeeper.core.report.Report;
import io.snapkeeper.core.schedule.SchedulerAction;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What one leader's term says that other servers' traces must confirm. */
final class TermRecord {

  /**
   * A report that the leader took.
   *
   * @param connection counts the connections of that member in this term
   */
  record Taken(TracePoint point, int connection, Report report) {}

  /** A slot that the leader granted. */
  record Granted(TracePoint point, SchedulerAction.Grant grant) {}

  final TracePoint began;
  final SectionRecord section;
  final long sid;
  final long epoch;
  final Map<Long, Granted> granted = new HashMap<>();
  final List<Taken> taken = new ArrayList<>();

  /** Whether its last steps may be missing: it did not say that it ended. */
  boolean open = true;

  /** The highest slot id granted; its number counts up from 1. */
  long lastSlotId;

  TermRecord(TracePoint began, SectionRecord section, long sid, long epoch) {
    this.began = began;
    this.section = section;
    this.sid = sid;
    this.epoch = epoch;
    this.lastSlotId = epoch << 32;
  }
}
