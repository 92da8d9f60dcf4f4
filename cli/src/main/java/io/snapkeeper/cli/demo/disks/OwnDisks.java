package io.snapkeeper.cli.demo.disks;

import io.snapkeeper.ensemble.flash.EmulatedDisks;
import io.snapkeeper.ensemble.flash.FlashSpec;
import java.nio.file.Path;
import java.util.List;

/** An emulated disk for each server; the same ones for both sides, empty each time. */
public final class OwnDisks implements AutoCloseable {

  /** While servers are prepared, so that this takes no time. */
  private static final int PREPARING_MEGABYTES_PER_SECOND = 10_000;

  private final EmulatedDisks disks;
  private final FlashSpec spec;
  private final long dirtyBytesMax;
  private boolean used;

  private OwnDisks(EmulatedDisks disks, FlashSpec spec, long dirtyBytesMax) {
    this.disks = disks;
    this.spec = spec;
    this.dirtyBytesMax = dirtyBytesMax;
  }

  /**
   * @param dirtyBytesMax what the kernel may keep of each in its page cache
   * @throws io.snapkeeper.ensemble.EnsembleException naming what is missing or has failed
   */
  public static OwnDisks create(FlashSpec spec, int count, long dirtyBytesMax) {
    return new OwnDisks(EmulatedDisks.create(spec, count), spec, dirtyBytesMax);
  }

  /** Where they are mounted. */
  public List<Path> mounts() {
    return disks.mounts();
  }

  /** Empty and fast, for servers to be prepared on them. */
  public void makeEmpty() {
    disks.changeBandwidth(PREPARING_MEGABYTES_PER_SECOND);
    if (used) {
      disks.clear();
    }
    used = true;
  }

  /** Brings what was written to the disks, which from now on are as slow as they are to be. */
  public void slowDown() {
    disks.flush();
    disks.limitDirtyBytes(dirtyBytesMax);
    disks.changeBandwidth(spec.megabytesPerSecond());
  }

  @Override
  public void close() {
    disks.close();
  }
}
