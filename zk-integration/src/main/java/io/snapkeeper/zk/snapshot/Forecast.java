package io.snapkeeper.zk.snapshot;

import java.time.Duration;

/**
 * What is expected of a snapshot that begins.
 *
 * @param bytes about the size of its file; 0 if unknown
 * @param deadline within which it is to end, so that all members get their turn
 */
public record Forecast(long bytes, Duration deadline) {

  /** Foretells the next snapshot. */
  public interface Source {

    /**
     * @param nodes nodes in the tree
     */
    Forecast next(int nodes);
  }
}
