package io.snapkeeper.faults;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * An epoch that ZooKeeper could not write down because the disk was full, while its log, which has
 * space in advance, took the epoch's transactions. The server does not start any more: "The current
 * epoch is older than the last zxid".
 */
final class UnwrittenEpoch {

  /** In the stack trace of the write that failed. */
  private static final Pattern FAILED =
      Pattern.compile(
          "No space left on device[^\\[]*org\\.apache\\.zookeeper\\.server\\.quorum\\.QuorumPeer"
              + "\\.setCurrentEpoch");

  private static final Pattern END =
      Pattern.compile("The current epoch, ([0-9a-f]+), is older than the last zxid, (\\d+)");

  private UnwrittenEpoch() {}

  /** The epoch that is missing, if a server with this log has ended for that reason. */
  static Optional<Long> in(String log) {
    Matcher failed = FAILED.matcher(log);
    return failed.find() ? endAfter(log, failed.end()) : Optional.empty();
  }

  /** The epoch for want of which a server ends from a position of its log on. */
  static Optional<Long> endAfter(String log, int from) {
    Matcher end = END.matcher(log);
    return end.find(from) ? Optional.of(Long.parseLong(end.group(2)) >>> 32) : Optional.empty();
  }
}
