package io.snapkeeper.core.wire;

/**
 * The layout of a leader's message: the data of a quorum PING packet, big endian.
 *
 * <pre>
 *    0               1               2               3
 *   +-------------------------------+-------+-------+---------------+
 *  0|             magic             |version| flags |    length     |
 *   +-------------------------------+-------+-------+---------------+
 *  8|                             epoch                             |
 *   +-------------------------------+-------------------------------+
 * 16|       scheduling TTL ms       |         grant TTL ms          |
 *   +-------------------------------+-------------------------------+
 * 24|                            slot id                            |
 *   +---------------------------------------------------------------+
 * 32|                        hard limit, txns                       |
 *   +---------------------------------------------------------------+
 * 40|                     hard limit, log bytes                     |
 *   +---------------------------------------------------------------+
 * 48|                        override version                       |
 *   +-------------------------------+-------+-----------------------+
 * 56|      override remaining ms    | mode  |      ping stamp       |
 *   +-------------------------------+-------+-----------------------+
 * </pre>
 *
 * <p>{@code length} counts the whole message from the magic on. A later version may append fields
 * and use reserved flags; it may not move what is here. Without a grant, the grant's fields are 0.
 */
final class LeaderMessageLayout {

  /** "SNKP". */
  static final int MAGIC = 0x534E_4B50;

  /** This version of the layout. */
  static final int VERSION = 1;

  static final int FLAG_GRANT = 0x01;
  static final int FLAG_DEGRADED = 0x02;

  static final int MAGIC_OFFSET = 0;
  static final int VERSION_OFFSET = 4;
  static final int FLAGS_OFFSET = 5;
  static final int LENGTH_OFFSET = 6;
  static final int EPOCH_OFFSET = 8;
  static final int SCHEDULING_TTL_OFFSET = 16;
  static final int GRANT_TTL_OFFSET = 20;
  static final int SLOT_ID_OFFSET = 24;
  static final int LIMIT_TXNS_OFFSET = 32;
  static final int LIMIT_BYTES_OFFSET = 40;
  static final int OVERRIDE_VERSION_OFFSET = 48;
  static final int OVERRIDE_REMAINING_OFFSET = 56;
  static final int OVERRIDE_MODE_OFFSET = 60;

  static final int STAMP_OFFSET = 61;
  static final int STAMP_BYTES = 3;

  /** Bytes of a message of this version. */
  static final int LENGTH = 64;

  private LeaderMessageLayout() {}
}
