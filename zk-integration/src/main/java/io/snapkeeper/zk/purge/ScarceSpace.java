package io.snapkeeper.zk.purge;

import io.snapkeeper.wal.bulk.LogReserve;
import java.io.File;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

/**
 * Whether the next snapshot may be refused for want of space, in any of a server's directories.
 * Thread-safe. A file system that cannot be asked has space.
 */
public final class ScarceSpace implements BooleanSupplier {

  /** The reserve of the log, and as much again for what is logged until the next snapshot. */
  private static final int RESERVES = 2;

  private final List<File> directories;
  private final LongSupplier snapshotBytes;

  /**
   * @param snapshotBytes about the size of the next snapshot
   */
  public ScarceSpace(List<File> directories, LongSupplier snapshotBytes) {
    this.directories = List.copyOf(directories);
    this.snapshotBytes = snapshotBytes;
  }

  @Override
  public boolean getAsBoolean() {
    long bytes = snapshotBytes.getAsLong();
    return directories.stream().anyMatch(directory -> isShort(directory, bytes));
  }

  private static boolean isShort(File directory, long bytes) {
    long total = directory.getTotalSpace();
    return total > 0 && directory.getUsableSpace() < bytes + RESERVES * LogReserve.bytes(total);
  }
}
