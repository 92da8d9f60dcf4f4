package io.snapkeeper.core.wire;

import io.snapkeeper.core.report.Report;
import java.util.Optional;

/**
 * Puts a report together again from the ping records of one connection. Not thread-safe: one
 * decoder for each connection, used by its learner handler's thread.
 */
public final class ReportDecoder {

  /**
   * @param sid the server at the other end of the connection; records of any other are dropped,
   *     because an observer master relays its observers' records
   */
  public ReportDecoder(long sid) {
    throw new UnsupportedOperationException();
  }

  /**
   * Takes the next record.
   *
   * @return the report when this record completed one; never throws, whatever the bits
   */
  public Optional<Report> accept(long sessionId, int timeout) {
    throw new UnsupportedOperationException();
  }

  /** Records dropped so far because they were malformed, foreign or of no complete report. */
  public long droppedRecords() {
    throw new UnsupportedOperationException();
  }
}
