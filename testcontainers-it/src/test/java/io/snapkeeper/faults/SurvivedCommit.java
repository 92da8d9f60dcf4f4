package io.snapkeeper.faults;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A gap that ZooKeeper makes in its own log: a commit fails, the server leaves its leader and joins
 * it again in the same process, with a tree that has what its log has not. The leader sends it what
 * comes after the tree. Once the log takes writes again, they follow the gap, and the server does
 * not start any more before its directories are empty.
 */
final class SurvivedCommit {

  private static final String FAILED = "Severe unrecoverable error, from thread : SyncThread";

  /** Said by each process at its start. */
  private static final String STARTED = "QuorumPeerConfig - Reading configuration from";

  private static final Pattern LOGS_AGAIN =
      Pattern.compile("FileTxnLog - Creating new log file: log\\.([0-9a-f]+)");

  private static final Pattern END =
      Pattern.compile("Committed proposal cached out of order: 0x([0-9a-f]+) is not the next");

  private SurvivedCommit() {}

  /** The zxid after the gap, if a server with this log has ended for that reason. */
  static Optional<String> in(String log) {
    for (int failed = log.indexOf(FAILED); failed >= 0; failed = log.indexOf(FAILED, failed + 1)) {
      int restart = log.indexOf(STARTED, failed);
      Matcher again = LOGS_AGAIN.matcher(log).region(failed, restart < 0 ? failed : restart);
      if (again.find()) {
        Matcher end = END.matcher(log).region(restart, log.length());
        if (end.find() && end.group(1).equals(again.group(1))) {
          return Optional.of("0x" + end.group(1));
        }
      }
    }
    return Optional.empty();
  }
}
