package io.snapkeeper.wal.crash;

import java.util.Arrays;

/** What a log engine asks of its directory. Names are those within it. */
public sealed interface Operation {

  /** What is on stable storage once a write has returned. */
  enum Guarantee {
    NOTHING,
    /**
     * The bytes. Not a size that the write has made larger: ext4 of Linux 5.5 to 6.7 brings that to
     * stable storage only later, for direct I/O.
     */
    DATA,
    /** As a buffered synchronous write has it. */
    DATA_AND_SIZE
  }

  /**
   * An empty file gets a name.
   *
   * @param file a number that no other file of the history has
   */
  record Create(long file, String name) implements Operation {}

  /**
   * Whole sectors are written.
   *
   * @param bytes not to be changed
   */
  @SuppressWarnings("ArrayRecordComponent") // nobody compares two
  record Write(long file, long position, byte[] bytes, Guarantee guarantee) implements Operation {

    static final int SECTOR_BYTES = Disk.SECTOR_BYTES;

    public Write {
      if (position % SECTOR_BYTES != 0 || bytes.length % SECTOR_BYTES != 0 || bytes.length == 0) {
        throw new IllegalArgumentException(
            "a write of %d bytes at %d: a disk writes sectors of %d"
                .formatted(bytes.length, position, SECTOR_BYTES));
      }
    }

    long end() {
      return position + bytes.length;
    }

    boolean zeros() {
      return bytes[0] == 0
          && Arrays.mismatch(bytes, 0, bytes.length - 1, bytes, 1, bytes.length) < 0;
    }
  }

  /** A file is made longer without a write. */
  record Resize(long file, long sizeBytes) implements Operation {}

  /** Another process finds a file so long; what the one before it was about to do is over. */
  record Find(long file, long sizeBytes) implements Operation {}

  /** Data and size of a file are brought to stable storage. */
  record Sync(long file) implements Operation {}

  /** Names are brought to stable storage. */
  record SyncDirectory() implements Operation {}

  /** A file gets another name; what had that name is gone. */
  record Rename(String from, String to) implements Operation {}

  /** A name is taken away. */
  record Remove(String name) implements Operation {}
}
