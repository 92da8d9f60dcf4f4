package io.snapkeeper.simulation.trace;

import io.snapkeeper.core.report.Report;
import io.snapkeeper.core.wire.LeaderMessage;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What one run of a server says, as a member, that its leaders' traces must confirm. */
final class SectionRecord {

  /** A report that it made while it served in this epoch. */
  record Made(TracePoint point, long epoch, Report report) {}

  /** A grant that it heard. */
  record Heard(TracePoint point, long epoch, LeaderMessage.SlotGrant grant) {}

  final TracePoint began;
  final long sid;
  final Map<Long, Made> madeBySequence = new HashMap<>();
  final List<Heard> heard = new ArrayList<>();

  /** The first message of each epoch. */
  final Map<Long, TracePoint> heardEpochs = new HashMap<>();

  long lastSequence;

  SectionRecord(TracePoint began, long sid) {
    this.began = began;
    this.sid = sid;
  }
}
