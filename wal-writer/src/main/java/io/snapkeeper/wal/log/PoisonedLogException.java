package io.snapkeeper.wal.log;

import java.io.IOException;

/**
 * A commit of this log has failed, and nothing may be written to it any more. What of that commit
 * is on the disk is not known: the kernel reports a failed write once, and a second try that
 * succeeds would say nothing of the first.
 */
public final class PoisonedLogException extends IOException {

  private static final long serialVersionUID = 1L;

  /**
   * @param durableBytes end of what is known to be on stable storage
   */
  public PoisonedLogException(String logName, long durableBytes, IOException cause) {
    super(
        "the log "
            + logName
            + " is durable up to byte "
            + durableBytes
            + "; a write after it"
            + hasFailed(cause),
        cause);
  }

  /**
   * Of a log that ZooKeeper writes in the plugin's place.
   *
   * @param logName what completes the sentence "a write to ... has failed"
   */
  public PoisonedLogException(String logName, IOException cause) {
    super("a write to " + logName + hasFailed(cause), cause);
  }

  private static String hasFailed(IOException cause) {
    return " has failed ("
        + cause.getMessage()
        + "), so nothing more is written to it; check the disk and start the server again";
  }
}
