package io.snapkeeper.benchmarks.flash;

import io.snapkeeper.ensemble.EnsembleException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How the kernel queues the requests of a block device: the files of {@code /sys/block/NAME/queue}.
 * What was set is set back on {@link #close}, because a loop device keeps it for the next disk.
 */
public final class DiskQueue implements AutoCloseable {

  private static final Pattern IN_USE = Pattern.compile("\\[(.+)]");

  private final Path directory;
  private final Map<String, String> before = new LinkedHashMap<>();

  /**
   * @param device as in /sys/block, such as "loop3"
   */
  public DiskQueue(String device) {
    this(Path.of("/sys/block", device, "queue"));
  }

  DiskQueue(Path directory) {
    this.directory = directory;
  }

  /**
   * Refuses what is no setting of a queue.
   *
   * @throws IllegalArgumentException with file, value and the reason
   */
  public static void requireSetting(String file, String value) {
    Path queue = Path.of("/sys/block/NAME/queue");
    Path path = queue.resolve(file).normalize();
    String reason = "";
    if (!path.startsWith(queue) || path.equals(queue)) {
      reason = "it must name a file below " + queue + ", such as iosched/slice_idle";
    } else if (path.equals(queue.resolve("scheduler"))) {
      reason = "the scheduler is chosen with the device";
    } else if (value.isBlank()) {
      reason = "there is no value";
    }
    if (!reason.isEmpty()) {
      throw new IllegalArgumentException("cannot set " + file + "=" + value + ": " + reason);
    }
  }

  /**
   * Sets one of the files, until this is closed.
   *
   * @throws EnsembleException with file, value and the kernel's reason
   */
  public void set(String file, String value) {
    requireSetting(file, value);
    try {
      before.putIfAbsent(file, read(file));
      write(file, value);
    } catch (NoSuchFileException e) {
      throw new EnsembleException(
          "cannot set %s=%s: under the scheduler %s there is no %s; leave out devices without it"
              .formatted(file, value, scheduler(), e.getMessage()),
          e);
    } catch (IOException e) {
      throw new EnsembleException(
          "cannot set " + file + "=" + value + " in " + directory + ": " + e.getMessage(), e);
    }
  }

  /** Scheduler, requests and their size: what holds the disk's queue short or lets it grow. */
  public String inEffect() {
    try {
      return "%s: nr_requests %s, max_sectors_kb %s"
          .formatted(scheduler(), read("nr_requests"), read("max_sectors_kb"));
    } catch (IOException e) {
      throw new EnsembleException("cannot read " + directory + ": " + e.getMessage(), e);
    }
  }

  private String scheduler() {
    try {
      Matcher inUse = IN_USE.matcher(read("scheduler"));
      return inUse.find() ? inUse.group(1) : "none";
    } catch (IOException e) {
      throw new EnsembleException("cannot read " + directory + ": " + e.getMessage(), e);
    }
  }

  private String read(String file) throws IOException {
    return Files.readString(directory.resolve(file)).strip();
  }

  private void write(String file, String value) throws IOException {
    // Nothing is created: the kernel would call that a lack of permission.
    Files.writeString(
        directory.resolve(file),
        value,
        StandardOpenOption.WRITE,
        StandardOpenOption.TRUNCATE_EXISTING);
  }

  @Override
  public void close() {
    before.forEach(
        (file, value) -> {
          try {
            write(file, value);
          } catch (IOException e) {
            throw new EnsembleException(
                "cannot set " + directory.resolve(file) + " back to " + value, e);
          }
        });
  }
}
