package io.snapkeeper.faults;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A gap that ZooKeeper's leader makes in a follower's log when it parts from it: {@code
 * LearnerHandler.shutdown} empties the queue while its sender still runs, so a proposal may arrive
 * without the one before it. The follower warns, writes it, and ends when it reads its log. It does
 * not start any more before its directories are empty.
 */
final class LeftOutProposal {

  private static final Pattern WARNING =
      Pattern.compile("Got zxid (0x[0-9a-f]+) expected (0x[0-9a-f]+)");

  private static final String END = "Committed proposal cached out of order: ";

  private LeftOutProposal() {}

  /** The zxid that is missing, if a server with this log has ended for that reason. */
  static Optional<String> in(String log) {
    Matcher warning = WARNING.matcher(log);
    while (warning.find()) {
      boolean ended = log.indexOf(END + warning.group(1) + " is not the next", warning.end()) >= 0;
      // The first proposal of a connection is expected to be 0x1: that warning says nothing.
      if (ended && epoch(warning.group(1)) == epoch(warning.group(2))) {
        return Optional.of(warning.group(2));
      }
    }
    return Optional.empty();
  }

  private static long epoch(String zxid) {
    return Long.decode(zxid) >>> 32;
  }
}
