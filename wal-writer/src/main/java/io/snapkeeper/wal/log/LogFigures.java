package io.snapkeeper.wal.log;

/**
 * How a log has been written since it was opened.
 *
 * @param overruns commits that found no zeros to overwrite: they needed the file system's journal
 *     and took longer
 * @param respawns writer processes that died or hung and were replaced
 * @param ioClass the class that its writes have for the block scheduler while others make them slow
 */
public record LogFigures(long overruns, long respawns, IoClass ioClass) {

  /** An I/O class of Linux. */
  public enum IoClass {
    /** Whatever the server's process has. */
    OF_THE_SERVER,
    REAL_TIME,
    /** The first of the best-effort class, which any user may have. */
    BEST_EFFORT
  }
}
