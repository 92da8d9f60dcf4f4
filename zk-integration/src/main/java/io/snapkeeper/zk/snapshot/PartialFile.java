package io.snapkeeper.zk.snapshot;

import java.io.File;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The temporary name of a snapshot that is being written, and its way to the final name.
 *
 * <p>The name begins with neither {@code snapshot.} nor {@code log.}: anything that does counts as
 * a snapshot or a log for ZooKeeper's loading and purging.
 */
final class PartialFile {

  private static final Logger LOG = LoggerFactory.getLogger(PartialFile.class);
  private static final Pattern LEFTOVER = Pattern.compile("snapkeeper\\.[0-9a-z.]+\\.partial");
  private static final String SNAPSHOT_PREFIX = "snapshot.";

  private final Path partial;
  private final Path target;

  /**
   * @param target the final file, named as ZooKeeper names it (with the extension of a compressed
   *     stream, if any)
   */
  PartialFile(File target) {
    String name = target.getName();
    String rest =
        name.startsWith(SNAPSHOT_PREFIX) ? name.substring(SNAPSHOT_PREFIX.length()) : name;
    this.target = target.toPath();
    this.partial = this.target.resolveSibling("snapkeeper." + rest + ".partial");
  }

  File file() {
    return partial.toFile();
  }

  /** A second handle on the file, to force what the first one has written. */
  FileChannel openForForce() throws IOException {
    return FileChannel.open(partial, StandardOpenOption.WRITE);
  }

  long size() throws IOException {
    return Files.size(partial);
  }

  /**
   * Gives the file its final name and makes the name durable.
   *
   * @return whether the name is durable; false where a directory cannot be forced
   */
  boolean publish() throws IOException {
    Files.move(
        partial, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    try (FileChannel directory =
        FileChannel.open(target.toAbsolutePath().getParent(), StandardOpenOption.READ)) {
      directory.force(true);
      return true;
    } catch (IOException e) {
      LOG.warn("snapkeeper cannot force the snapshot directory to the disk", e);
      return false;
    }
  }

  /** Removes the partial file if it is there; a file that cannot be removed goes at next start. */
  void delete() {
    try {
      Files.deleteIfExists(partial);
    } catch (IOException e) {
      LOG.warn("snapkeeper cannot remove {}; it will try again at the next start", partial, e);
    }
  }

  /** Removes what an earlier run of the server left behind. */
  static void deleteLeftovers(File snapDir) {
    File[] leftovers = snapDir.listFiles((dir, name) -> LEFTOVER.matcher(name).matches());
    if (leftovers == null) {
      return;
    }
    for (File leftover : leftovers) {
      try {
        Files.deleteIfExists(leftover.toPath());
        LOG.info("snapkeeper removed the unfinished snapshot {}", leftover);
      } catch (IOException e) {
        LOG.warn("snapkeeper cannot remove the unfinished snapshot {}", leftover, e);
      }
    }
  }
}
