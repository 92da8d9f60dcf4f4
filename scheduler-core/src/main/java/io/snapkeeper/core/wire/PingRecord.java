package io.snapkeeper.core.wire;

/**
 * One (session id, timeout) pair in a learner's ping reply. A report travels as several pairs whose
 * ids no real session has: {@code [sid low byte 8][0xFFFF 16][type 8][payload high 32]}, and the
 * payload's low 32 bits as the timeout.
 *
 * @param sessionId the pair's first half
 * @param timeout the pair's second half
 */
public record PingRecord(long sessionId, int timeout) {

  /** Whether this session id carries part of a report. */
  public static boolean isReportId(long sessionId) {
    return (sessionId >>> 40 & 0xFFFF) == 0xFFFF;
  }
}
