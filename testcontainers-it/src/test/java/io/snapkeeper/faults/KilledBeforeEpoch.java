package io.snapkeeper.faults;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A learner that was killed when it had written down the leader's tree, and the leader's epoch not
 * yet (ZOOKEEPER-2354). It does not start any more before its directories are empty.
 */
final class KilledBeforeEpoch {

  private static final String SYNCHRONISED = "Learner - Learner received NEWLEADER message";

  private static final Pattern TREE =
      Pattern.compile("FileTxnSnapLog - Snapshotting: 0x([0-9a-f]+) to ");

  /** Any of these between the tree and the next start means that it was another matter. */
  private static final Pattern NOT_KILLED_THERE =
      Pattern.compile(
          "Learner - Set the current epoch to"
              + "|Learner - Exception when following the leader"
              + "|ServiceUtils - Exiting JVM");

  /** Said by each process at its start. */
  private static final String STARTED = "QuorumPeerConfig - Reading configuration from";

  private KilledBeforeEpoch() {}

  /** The epoch that is missing, if a server with this log has ended for that reason. */
  static Optional<Long> in(String log) {
    int from = log.indexOf(SYNCHRONISED);
    while (from >= 0) {
      int restart = log.indexOf(STARTED, from);
      if (restart < 0) {
        return Optional.empty();
      }
      String lastWords = log.substring(from, restart);
      Matcher tree = TREE.matcher(lastWords);
      if (tree.find() && !NOT_KILLED_THERE.matcher(lastWords).find()) {
        long epoch = Long.parseLong(tree.group(1), 16) >>> 32;
        Optional<Long> missing = UnwrittenEpoch.endAfter(upToNextStart(log, restart), restart);
        if (missing.equals(Optional.of(epoch))) {
          return missing;
        }
      }
      from = log.indexOf(SYNCHRONISED, from + 1);
    }
    return Optional.empty();
  }

  private static String upToNextStart(String log, int start) {
    int next = log.indexOf(STARTED, start + 1);
    return next < 0 ? log : log.substring(0, next);
  }
}
