package io.snapkeeper.ensemble.flash;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The kernel's own count of what a block device has done, from {@code /sys/block/NAME/stat}.
 *
 * @param nanos when it was read, by {@link System#nanoTime}
 * @param writes completed write requests
 * @param bytesWritten by them
 */
public record BlockCounters(long nanos, long writes, long bytesWritten) {

  /** The kernel counts in sectors of this size, whatever the device's own. */
  private static final long SECTOR_BYTES = 512;

  private static final int WRITES_FIELD = 4;
  private static final int SECTORS_WRITTEN_FIELD = 6;

  /**
   * @param device as in /sys/block, such as "loop3"
   */
  public static BlockCounters of(String device) {
    Path file = Path.of("/sys/block", device, "stat");
    try {
      String[] fields = Files.readString(file).strip().split("\\s+", -1);
      return new BlockCounters(
          System.nanoTime(),
          Long.parseLong(fields[WRITES_FIELD]),
          Long.parseLong(fields[SECTORS_WRITTEN_FIELD]) * SECTOR_BYTES);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + file, e);
    }
  }

  /**
   * The whole device on which a directory lies; empty where that cannot be told, as on an overlay.
   */
  public static Optional<String> deviceOf(Path directory) {
    try {
      long number = (Long) Files.getAttribute(directory, "unix:dev");
      // glibc's encoding of a device number.
      long major = ((number >>> 8) & 0xfff) | ((number >>> 32) & ~0xfffL);
      long minor = (number & 0xff) | ((number >>> 12) & ~0xffL);
      Path device = Path.of("/sys/dev/block", major + ":" + minor);
      if (!Files.exists(device)) {
        return Optional.empty();
      }
      Path real = device.toRealPath();
      // A partition has a file of that name and lies below its disk.
      Path disk = Files.exists(real.resolve("partition")) ? real.getParent() : real;
      return Optional.of(disk.getFileName().toString());
    } catch (IOException | UnsupportedOperationException e) {
      return Optional.empty();
    }
  }

  /** Bytes per second written between an earlier reading and this one. */
  public double bytesPerSecondSince(BlockCounters earlier) {
    return (bytesWritten - earlier.bytesWritten) * 1e9 / Math.max(1, nanos - earlier.nanos);
  }
}
