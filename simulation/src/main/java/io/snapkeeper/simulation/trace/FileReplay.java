package io.snapkeeper.simulation.trace;

import io.snapkeeper.core.trace.TraceCodec;
import io.snapkeeper.core.trace.TraceLine;
import io.snapkeeper.core.trace.TraceSyntaxException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Replays one trace: every term and every gate of each of its sections. Not thread-safe. */
final class FileReplay {

  private final String file;
  private final List<SectionRecord> sections = new ArrayList<>();
  private final List<TermRecord> terms = new ArrayList<>();
  private SectionRecord section;
  private TermReplay term;
  private GateReplay gate;

  /** Whether the last line was of the leader's side, or of the member's. */
  private boolean lastOfLeader;

  private boolean lastOfMember;

  private long epoch;
  private long leaderSteps;
  private long memberSteps;
  private long slotSnapshots;
  private long lateStarts;

  private FileReplay(String file) {
    this.file = file;
  }

  /**
   * Replays a trace.
   *
   * @throws TraceRefused at the first line that the model does not allow
   * @throws IOException if it cannot be read
   */
  static FileReplay of(TraceSource source) throws IOException {
    FileReplay replay = new FileReplay(source.name());
    // First, because every line after a gap would be refused for the wrong reason.
    source.forEach(replay::refuseLoss);
    source.forEach(replay::accept);
    if (replay.section == null) {
      throw new TraceRefused(new TracePoint(source.name(), 1), "a trace", "an empty file");
    }
    replay.endSection();
    return replay;
  }

  /** Runs of the server, in their order. */
  List<SectionRecord> sections() {
    return sections;
  }

  /** Its terms as a leader, in their order. */
  List<TermRecord> terms() {
    return terms;
  }

  long sid() {
    return section.sid;
  }

  FileFigures figures() {
    long granted = terms.stream().mapToLong(record -> record.granted.size()).sum();
    return new FileFigures(
        file,
        sid(),
        sections.size(),
        terms.size(),
        leaderSteps,
        memberSteps,
        granted,
        slotSnapshots,
        lateStarts);
  }

  private void refuseLoss(long number, String text) {
    if (text.startsWith("lost ")) {
      TracePoint point = new TracePoint(file, number);
      throw new TraceRefused(point, "a complete trace", decode(point, text));
    }
  }

  private static String decode(TracePoint point, String text) {
    return Expected.text(read(point, text));
  }

  private static TraceLine read(TracePoint point, String text) {
    try {
      return TraceCodec.decode(point.line(), text);
    } catch (TraceSyntaxException e) {
      throw new TraceRefused(point, e.getMessage(), e);
    }
  }

  private void accept(long number, String text) {
    TracePoint point = new TracePoint(file, number);
    TraceLine line = read(point, text);
    if (line instanceof TraceLine.Header header) {
      begin(point, header);
      return;
    }
    if (section == null) {
      throw new TraceRefused(point, "the header of a trace", Expected.text(line));
    }
    lastOfLeader = line instanceof TraceLine.OfLeader;
    lastOfMember = line instanceof TraceLine.OfMember;
    if (line instanceof TraceLine.OfLeader ofLeader) {
      lead(point, ofLeader);
    } else if (line instanceof TraceLine.OfMember ofMember) {
      follow(point, ofMember);
    }
  }

  private void begin(TracePoint point, TraceLine.Header header) {
    if (section != null) {
      if (header.sid() != section.sid) {
        throw new TraceRefused(
            point, "another section of server " + section.sid, Expected.text(header));
      }
      endSection();
    }
    section = new SectionRecord(point, header.sid());
    sections.add(section);
    lastOfLeader = false;
    lastOfMember = false;
  }

  private void lead(TracePoint point, TraceLine.OfLeader line) {
    if (line instanceof TraceLine.TermBegan began) {
      if (term != null) {
        throw new TraceRefused(point, "the end of the term before", Expected.text(line));
      }
      requireOwn(point, line, began.sid());
      TermRecord record = new TermRecord(point, section, began.sid(), began.epoch());
      terms.add(record);
      term = new TermReplay(record, began);
    } else if (term == null) {
      throw new TraceRefused(point, "the beginning of a term", Expected.text(line));
    } else if (line instanceof TraceLine.TermEnded ended) {
      term.end(point, ended);
      closeTerm();
    } else {
      term.accept(point, line);
    }
  }

  private void follow(TracePoint point, TraceLine.OfMember line) {
    if (gate != null) {
      gate.accept(point, line);
    } else if (line instanceof TraceLine.GateMade made) {
      requireOwn(point, line, made.config().sid());
      gate = new GateReplay(section, made, epoch);
    } else {
      throw new TraceRefused(point, "the beginning of a member", Expected.text(line));
    }
  }

  private void requireOwn(TracePoint point, TraceLine line, long sid) {
    if (sid != section.sid) {
      throw new TraceRefused(point, "lines of server " + section.sid, Expected.text(line));
    }
  }

  /**
   * The process ended, perhaps without warning: then the answers to its very last step may be
   * missing, as everything after them is.
   */
  private void endSection() {
    if (term != null && !lastOfLeader) {
      term.requireAllTold();
    }
    if (gate != null && !lastOfMember) {
      gate.requireAllTold();
    }
    closeTerm();
    if (gate != null) {
      memberSteps += gate.steps();
      slotSnapshots += gate.slotSnapshots();
      lateStarts += gate.lateStarts();
      epoch = gate.epoch();
      gate = null;
    }
  }

  private void closeTerm() {
    if (term != null) {
      leaderSteps += term.steps();
      term = null;
    }
  }
}
