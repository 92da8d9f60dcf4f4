package io.snapkeeper.metrics.figures;

/**
 * How a server writes its transaction log. Counters run since the start of the server.
 *
 * @param way who writes
 * @param overruns commits beyond the preallocated zeros
 * @param writerRestarts writer processes that died or hung and were replaced
 */
public record LogWritingFigures(Way way, long overruns, long writerRestarts) {

  /** Who writes the log. The names in lower case are label values. */
  public enum Way {
    ZOOKEEPER,
    /** The plugin, inside the server. */
    IN_PROCESS,
    /** A separate process. */
    PROCESS
  }
}
