package io.snapkeeper.ensemble;

import java.time.Instant;

/**
 * One snapshot of one server, as its log tells.
 *
 * @param sid the server
 * @param start when it began
 * @param end when it was over; for the plugin, when its bytes were durable or it was given up; for
 *     stock, when "Snapshot taken" was logged, although its bytes reach the disk later
 * @param kind who had it taken
 * @param cause the plugin's own word for why ("slot", "leader-start", ...), "stock" for stock
 * @param outcome how it ended
 * @param zxid the last transaction it is sure to hold; -1 if the log does not say
 */
public record SnapshotInterval(
    long sid, Instant start, Instant end, Kind kind, String cause, Outcome outcome, long zxid) {

  /** Whether a slot was granted for it. Every snapshot of a stock server is unscheduled. */
  public enum Kind {
    SCHEDULED,
    UNSCHEDULED
  }

  /** How a snapshot ended. */
  public enum Outcome {
    TAKEN,
    ABORTED,
    FAILED,
    /** The log ends, or the server started anew, before the end was logged. */
    UNFINISHED
  }
}
