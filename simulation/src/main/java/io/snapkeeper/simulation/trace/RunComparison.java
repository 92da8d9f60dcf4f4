package io.snapkeeper.simulation.trace;

import io.snapkeeper.core.operator.OperatorOverride;
import io.snapkeeper.core.report.Report;
import io.snapkeeper.core.schedule.HardLimit;
import io.snapkeeper.core.trace.TraceLine;
import io.snapkeeper.core.wire.LeaderMessage;
import io.snapkeeper.core.wire.LeaderMessageCodec;
import io.snapkeeper.core.wire.PingRecord;
import io.snapkeeper.core.wire.ReportDecoder;
import io.snapkeeper.core.wire.ReportEncoder;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Holds the traces of one run's servers against each other: what a leader was told, somebody said,
 * and what a member was told, its leader said. No two clocks are compared. Not thread-safe.
 */
final class RunComparison {

  /** One connection of one member in one term. */
  private record Connection(long epoch, long sid, int number) {}

  private final Map<Long, TermRecord> termByEpoch = new HashMap<>();
  private final Map<Long, List<SectionRecord>> sectionsBySid = new HashMap<>();

  /** The sections of the member that may be at the other end of a connection. */
  private final Map<Connection, List<SectionRecord>> ends = new HashMap<>();

  private final Map<Long, TracePoint> heardBySlot = new HashMap<>();
  private long reports;
  private long grants;
  private long beyondTheEnd;

  private RunComparison() {}

  /**
   * Compares.
   *
   * @param traces one for each server with the plugin
   * @throws TraceRefused at the first line that no other server confirms
   */
  static RunFigures of(List<FileReplay> traces) {
    RunComparison comparison = new RunComparison();
    traces.forEach(comparison::enter);
    comparison.termByEpoch.values().forEach(comparison::checkReports);
    comparison.sectionsBySid.values().forEach(list -> list.forEach(comparison::checkGrants));
    return new RunFigures(comparison.reports, comparison.grants, comparison.beyondTheEnd);
  }

  private void enter(FileReplay trace) {
    SectionRecord first = trace.sections().get(0);
    List<SectionRecord> other = sectionsBySid.put(trace.sid(), trace.sections());
    if (other != null) {
      throw new TraceRefused(
          first.began,
          "one trace for each server",
          "server " + trace.sid() + " again, which is in " + other.get(0).began.file() + " too");
    }
    for (TermRecord term : trace.terms()) {
      TermRecord rival = termByEpoch.putIfAbsent(term.epoch, term);
      if (rival != null) {
        throw new TraceRefused(
            term.began,
            "one leader in epoch " + term.epoch,
            "server " + term.sid + " after server " + rival.sid + " at " + rival.began);
      }
    }
  }

  private void checkReports(TermRecord term) {
    for (TermRecord.Taken taken : term.taken) {
      if (taken.report().sid() == term.sid) {
        checkOwn(term, taken);
      } else {
        checkReceived(term, taken);
      }
    }
  }

  /** A leader's own report does not travel. */
  private void checkOwn(TermRecord term, TermRecord.Taken taken) {
    SectionRecord.Made made = term.section.madeBySequence.get(taken.report().sequence());
    if (made == null || !made.report().equals(taken.report()) || made.epoch() != term.epoch) {
      throw refused(taken, "a report that the server made itself in epoch " + term.epoch, made);
    }
    reports++;
  }

  private void checkReceived(TermRecord term, TermRecord.Taken taken) {
    Report report = taken.report();
    Connection connection = new Connection(term.epoch, report.sid(), taken.connection());
    List<SectionRecord> candidates =
        ends.getOrDefault(connection, sectionsBySid.getOrDefault(report.sid(), List.of()));
    if (candidates.isEmpty()) {
      throw new TraceRefused(
          taken.point(),
          "the trace of every server that reports",
          "a report of server " + report.sid() + ", whose trace is not given");
    }
    List<SectionRecord> exact = new ArrayList<>();
    List<SectionRecord> cut = new ArrayList<>();
    SectionRecord.Made other = null;
    for (SectionRecord section : candidates) {
      SectionRecord.Made made = section.madeBySequence.get(report.sequence());
      if (made == null && report.sequence() > section.lastSequence) {
        cut.add(section);
      } else if (made != null) {
        if (made.epoch() == term.epoch && afterTheWire(made.report()).equals(Optional.of(report))) {
          exact.add(section);
        } else {
          other = made;
        }
      }
    }
    if (!exact.isEmpty()) {
      ends.put(connection, exact);
      reports++;
    } else if (!cut.isEmpty()) {
      ends.put(connection, cut);
      beyondTheEnd++;
    } else {
      throw refused(
          taken, "a report that server " + report.sid() + " made in epoch " + term.epoch, other);
    }
  }

  private static TraceRefused refused(
      TermRecord.Taken taken, String expected, SectionRecord.Made made) {
    String nearest =
        made == null
            ? ", but it made none with this number"
            : ", as at %s in epoch %d: %s"
                .formatted(
                    made.point(),
                    made.epoch(),
                    Expected.text(
                        new TraceLine.ReportMade(
                            0, afterTheWire(made.report()).orElse(made.report()))));
    return new TraceRefused(
        taken.point(),
        expected + nearest,
        Expected.text(new TraceLine.ReportMade(0, taken.report())));
  }

  /** What arrives of a report: numbers beyond the width of their fields are cut. */
  private static Optional<Report> afterTheWire(Report report) {
    ReportDecoder decoder = new ReportDecoder(report.sid());
    Optional<Report> arrived = Optional.empty();
    for (PingRecord record : ReportEncoder.encode(report)) {
      arrived = decoder.accept(record.sessionId(), record.timeout());
    }
    return arrived;
  }

  private void checkGrants(SectionRecord section) {
    section.heardEpochs.forEach(
        (epoch, point) -> {
          if (!termByEpoch.containsKey(epoch)) {
            throw new TraceRefused(
                point,
                "the trace of every leader that is heard",
                "a message of the leader of epoch " + epoch + ", whose trace is not given");
          }
        });
    for (SectionRecord.Heard heard : section.heard) {
      checkGrant(section, heard, termByEpoch.get(heard.epoch()));
    }
  }

  private void checkGrant(SectionRecord section, SectionRecord.Heard heard, TermRecord term) {
    LeaderMessage.SlotGrant grant = heard.grant();
    TermRecord.Granted granted = term.granted.get(grant.slotId());
    TracePoint before = heardBySlot.put(grant.slotId(), heard.point());
    if (before != null) {
      checkRenewal(heard, before, granted);
      return;
    }
    String leader = "server " + term.sid + ", the leader of epoch " + term.epoch + ",";
    if (granted == null) {
      if (!term.open || grant.slotId() <= term.lastSlotId || grant.slotId() >>> 32 != term.epoch) {
        throw new TraceRefused(
            heard.point(), "a grant that " + leader + " made to server " + section.sid, "" + grant);
      }
      beyondTheEnd++;
      return;
    }
    if (granted.grant().sid() != section.sid || !sent(term, granted).equals(grant)) {
      throw new TraceRefused(
          heard.point(),
          "the grant that "
              + leader
              + " made at "
              + granted.point()
              + ": "
              + Expected.text(new TraceLine.SchedulerAnswered(granted.grant())),
          grant + " heard by server " + section.sid);
    }
    grants++;
  }

  /** A slot that is heard again is the same one, and counts no longer than its grant did. */
  private static void checkRenewal(
      SectionRecord.Heard heard, TracePoint before, TermRecord.Granted granted) {
    LeaderMessage.SlotGrant again = heard.grant();
    boolean same =
        granted == null // beyond the end of the leader's trace
            || (again.degraded() == granted.grant().degraded()
                && again.ttlMillis() <= granted.grant().ttlMillis());
    if (!same || !before.file().equals(heard.point().file())) {
      throw new TraceRefused(
          heard.point(), "the slot that was heard at " + before + ", renewed", "" + again);
    }
  }

  /** A grant as it is sent: a leader hears its own without a message, in the same form. */
  private static LeaderMessage.SlotGrant sent(TermRecord term, TermRecord.Granted granted) {
    LeaderMessage.SlotGrant grant =
        new LeaderMessage.SlotGrant(
            granted.grant().slotId(), granted.grant().ttlMillis(), granted.grant().degraded());
    if (granted.grant().sid() == term.sid) {
      return grant;
    }
    byte[] message =
        LeaderMessageCodec.encode(
            new LeaderMessage(
                term.epoch, 0, HardLimit.UNKNOWN, Optional.of(grant), OperatorOverride.NONE));
    return LeaderMessageCodec.decode(message).flatMap(LeaderMessage::grant).orElse(grant);
  }
}
