package io.snapkeeper.wal.ring;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Where everything is in the memory that a server shares with its log writer, word for word as
 * {@code ring.h} has it; a test compares the two.
 *
 * <pre>
 *   0      64          128          192          256     4096      65536
 *   | fixed | submitted | completed | writer     | server | entries | data ...
 *                                     sleeps       sleeps
 * </pre>
 *
 * <p>Little-endian, as every machine that the writer is built for.
 */
public final class RingLayout {

  public static final int MAGIC = 0x4c41574b; // "KWAL"
  public static final int VERSION = 3;

  /** In the fixed part. */
  static final int MAGIC_AT = 0;

  static final int VERSION_AT = 4;
  static final int DATA_BYTES_AT = 8;
  static final int SIZE_STEP_BYTES_AT = 16;
  static final int ZEROS_AHEAD_AT = 24;

  static final int SUBMITTED_AT = 64;

  /** By the writer. */
  static final int COMPLETED_AT = 128;

  static final int ERROR_AT = 136;
  static final int IO_CLASS_AT = 140;
  static final int ZEROED_BYTES_AT = 144;
  static final int OVERRUNS_AT = 152;
  static final int BLOCK_BYTES_AT = 160;

  static final int WRITER_SLEEPS_AT = 192;
  static final int SERVER_SLEEPS_AT = 256;

  public static final int ENTRIES = 256;
  static final int ENTRY_BYTES = 64;
  static final int ENTRIES_AT = 4096;
  static final int DATA_AT = 65_536;

  /** A file system's block; as much of the data before the last durable byte stays. */
  static final int BLOCK_BYTES_MAX = 65_536;

  /** At most a block of any file system. */
  static final int HEADER_BYTES_MAX = 4096;

  /** Within an entry. */
  static final int KIND_AT = 0;

  static final int CHECKSUM_AT = 4;
  static final int FROM_AT = 8;
  static final int TO_AT = 16;
  static final int NAME_BYTES_AT = 24;
  static final int NAME_AT = 28;
  static final int NAME_BYTES_MAX = 36;

  static final int BEGIN = 1;
  static final int COMMIT = 2;
  static final int END = 3;
  static final int RESUME = 4;

  /** Through pipes, without shared memory. */
  static final int PIPED_DATA_BYTES = 4 << 20;

  static final int ANSWER_BYTES = 24;
  static final int ANSWER_COMPLETED_AT = 0;
  static final int ANSWER_ERROR_AT = 8;
  static final int ANSWER_IO_CLASS_AT = 12;
  static final int ANSWER_OVERRUNS_AT = 16;

  static final VarHandle LONG =
      MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  static final VarHandle INT =
      MethodHandles.byteBufferViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

  private RingLayout() {}
}
