package io.snapkeeper.ensemble;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A {@link SnapshotTimeline} that is read on as the servers write their logs, for a live view. Each
 * {@link #poll} reads only what is new. Not thread-safe.
 */
public final class TimelineFollower {

  /** A log grows by kilobytes between polls; more than this is read in several bites. */
  private static final int BITE_BYTES = 1 << 20;

  private final List<Followed> logs = new ArrayList<>();

  private static final class Followed {
    final Path log;
    final ServerLogParser parser;
    long offset;

    Followed(long sid, Path log) {
      this.log = log;
      this.parser = new ServerLogParser(sid);
    }
  }

  public TimelineFollower(Ensemble ensemble) {
    Map<Long, Path> files = new TreeMap<>();
    ensemble.sids().forEach(sid -> files.put(sid, ensemble.logFile(sid)));
    files.forEach((sid, log) -> logs.add(new Followed(sid, log)));
  }

  /** Reads on and returns everything seen since the beginning of the logs. */
  public SnapshotTimeline poll() {
    Instant now = Instant.now();
    List<SnapshotInterval> all = new ArrayList<>();
    for (Followed followed : logs) {
      try {
        readOn(followed);
      } catch (IOException e) {
        throw new UncheckedIOException("cannot read " + followed.log, e);
      }
      all.addAll(followed.parser.intervals(now));
    }
    return new SnapshotTimeline(all);
  }

  private static void readOn(Followed followed) throws IOException {
    if (!Files.exists(followed.log)) {
      return;
    }
    try (RandomAccessFile file = new RandomAccessFile(followed.log.toFile(), "r")) {
      while (file.length() > followed.offset) {
        byte[] bite = new byte[(int) Math.min(BITE_BYTES, file.length() - followed.offset)];
        file.seek(followed.offset);
        file.readFully(bite);
        int end = lastLineEnd(bite);
        if (end == 0 && bite.length < BITE_BYTES) {
          // A line that is still being written.
          return;
        }
        int used = end == 0 ? bite.length : end;
        new String(bite, 0, used, StandardCharsets.UTF_8).lines().forEach(followed.parser::line);
        followed.offset += used;
      }
    }
  }

  private static int lastLineEnd(byte[] bytes) {
    int end = bytes.length;
    while (end > 0 && bytes[end - 1] != '\n') {
      end--;
    }
    return end;
  }
}
