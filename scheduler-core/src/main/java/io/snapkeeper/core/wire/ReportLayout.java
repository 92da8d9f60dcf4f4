package io.snapkeeper.core.wire;

/**
 * The layout of a report: one record of twelve bytes each for BEGIN, fourteen values and END.
 *
 * <pre>
 * A record. ZooKeeper reads it as (session id, timeout) of a session.
 *
 *   63      56 55              40 39      32 31                               0
 *  +----------+------------------+----------+----------------------------------+
 *  | sid low  |      0xFFFF      |   type   |           payload high           |  session id
 *  +----------+------------------+----------+----------------------------------+
 *                                           |           payload low            |  timeout
 *                                           +----------------------------------+
 *
 * Its payload, by type.
 *
 *              63                                                             0
 *             +--------+--------------------------------------------------------+
 *  BEGIN        version|                       sequence                           8 | 56
 *  SID                                   sid                                      64
 *  TXNS              backlog txns            |           snapCount                32 | 32
 *  LOG_BYTES                       backlog log bytes                              63
 *  SIZE_LIMIT                      snapshot size limit                            63
 *  COMMITS                         commits of the log                             63
 *  COMMIT_MICROS                   their summed latency, us                       63
 *  LOG_NOW           recent p99, us          |         queue length               32 | 32
 *  SLOT_ID                         slot id                                        63
 *  PROGRESS      state | reason | phase | permille |      elapsed ms              8 | 8 | 8 | 10 | 30
 *  LAST           duration ms  |        bytes of its file                         26 | 38
 *  TREE_BYTES                      bytes of the data tree                         63
 *  COUNTS               scheduled            |         unscheduled                32 | 32
 *  OVERRIDE              version               | mode |   remaining seconds       40 | 4 | 20
 *  STAMP         uses idle time |  idle ms   |     ping stamp                   1 | 39 | 24
 *  END                             the same as BEGIN                              64
 *             +-----------------------------------------------------------------+
 * </pre>
 *
 * <p>A number that does not fit its field is sent as the largest (or smallest) that does. The
 * narrow ones: 30 bits of milliseconds are 12 days, 26 bits 18 hours, 38 bits of bytes 256 GiB, 32
 * bits of microseconds 71 minutes, 20 bits of seconds 12 days. The override's remaining time is
 * rounded down, so that an order never lasts longer for having been handed on. The upper 40 bits of
 * STAMP were 0 before there was idle time: a member that needs an append.
 *
 * <p>A type occurs at most once in a report: the records travel in a map by session id. A later
 * version may add types and decline reasons; it may neither move the fields above nor add slot
 * states or snapshot phases. A report has 192 bytes; another record would take it over 200.
 */
final class ReportLayout {

  /** This version of the layout. */
  static final int VERSION = 1;

  static final int RECORD_BYTES = 12;

  static final int BEGIN = 0x01;
  static final int SID = 0x02;
  static final int TXNS = 0x03;
  static final int LOG_BYTES = 0x04;
  static final int SIZE_LIMIT = 0x05;
  static final int COMMITS = 0x06;
  static final int COMMIT_MICROS = 0x07;
  static final int LOG_NOW = 0x08;
  static final int SLOT_ID = 0x09;
  static final int PROGRESS = 0x0A;
  static final int LAST = 0x0B;
  static final int TREE_BYTES = 0x0C;
  static final int COUNTS = 0x0D;
  static final int OVERRIDE = 0x0E;
  static final int STAMP = 0x0F;
  static final int END = 0xFF;

  /** Known value types are {@link #SID} to this one, without gaps. */
  static final int LAST_VALUE_TYPE = STAMP;

  /** Records of one report: BEGIN, the values, END. */
  static final int RECORDS = LAST_VALUE_TYPE - SID + 1 + 2;

  static final int SEQUENCE_BITS = 56;
  static final int TXNS_BITS = 32;
  static final int WIDE_BITS = 63;
  static final int LOG_NOW_BITS = 32;
  static final int CODE_BITS = 8;
  static final int PERMILLE_BITS = 10;
  static final int ELAPSED_BITS = 30;
  static final int DURATION_BITS = 26;
  static final int FILE_BYTES_BITS = 38;
  static final int COUNT_BITS = 32;
  static final int OVERRIDE_VERSION_BITS = 40;
  static final int OVERRIDE_MODE_BITS = 4;
  static final int OVERRIDE_SECONDS_BITS = 20;
  static final int STAMP_BITS = 24;
  static final int IDLE_BITS = 39;

  /** Marks a session id as part of a report: no session gets this in 34 years of uptime. */
  private static final long MARK = 0xFFFFL << 40;

  private ReportLayout() {}

  /** The record of one type and payload from one server. */
  static PingRecord record(long sid, int type, long payload) {
    long id = (sid & 0xFF) << 56 | MARK | (long) type << 32 | payload >>> 32;
    return new PingRecord(id, (int) payload);
  }

  static int sidLowByte(long sessionId) {
    return (int) (sessionId >>> 56);
  }

  static int type(long sessionId) {
    return (int) (sessionId >>> 32) & 0xFF;
  }

  static long payload(long sessionId, int timeout) {
    return sessionId << 32 | (timeout & 0xFFFF_FFFFL);
  }

  /** The largest number that fits in {@code bits} bits, 1 to 63. */
  static long max(int bits) {
    return -1L >>> (64 - bits);
  }

  /** The number, or the nearest one that fits in {@code bits} bits, 1 to 63. */
  static long saturate(long value, int bits) {
    return Math.max(0, Math.min(value, max(bits)));
  }

  /** The field of {@code bits} bits whose lowest bit is {@code shift}. */
  static long field(long payload, int shift, int bits) {
    return payload >>> shift & max(bits);
  }
}
