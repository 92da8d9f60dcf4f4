package io.snapkeeper.zk.log;

import io.snapkeeper.wal.owner.DirectoryOwnedException;
import io.snapkeeper.wal.owner.DirectoryOwner;
import io.snapkeeper.wal.owner.LocksUnavailableException;
import io.snapkeeper.zk.config.WriterConfig;
import io.snapkeeper.zk.config.WriterConfig.Placement;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A server's hold on its log directory, from before ZooKeeper reads it until the process ends:
 * without it a log writer of the server's last life could change what this one has read.
 *
 * @param owner empty where nobody holds the directory
 * @param whyNone why the plugin must not write there then; empty if nobody asked for it
 */
public record LogOwnership(Optional<DirectoryOwner> owner, String whyNone) {

  private static final Logger LOG = LoggerFactory.getLogger(LogOwnership.class);

  /**
   * A writer whose server has died ends within milliseconds, unless it is stopped or the disk holds
   * it. Longer than a disk's reset takes, and short enough that a supervisor's log shows why.
   */
  static final Duration PATIENCE = Duration.ofSeconds(30);

  /**
   * Takes the directory if the plugin is to write there, or if it may have written there before.
   *
   * @throws DirectoryOwnedException if somebody else may write there still: the server must not
   *     start
   */
  public static LogOwnership take(WriterConfig config, Path directory)
      throws DirectoryOwnedException {
    return take(config, directory, PATIENCE);
  }

  static LogOwnership take(WriterConfig config, Path directory, Duration patience)
      throws DirectoryOwnedException {
    boolean writes = config.placement() != Placement.OFF;
    if (!writes && !DirectoryOwner.isKnown(directory)) {
      return new LogOwnership(Optional.empty(), "");
    }
    try {
      DirectoryOwner owner =
          DirectoryOwner.take(
              directory, patience, holder -> sayThatItWaits(directory, patience, holder));
      return new LogOwnership(Optional.of(owner), "");
    } catch (LocksUnavailableException e) {
      LOG.warn("snapkeeper leaves the log to ZooKeeper: {}", e.getMessage());
      return new LogOwnership(Optional.empty(), writes ? e.getMessage() : "");
    }
  }

  /** Or the server would be silent for as long as its patience lasts. */
  private static void sayThatItWaits(Path directory, Duration patience, String holder) {
    LOG.warn(
        "snapkeeper holds this server's start back for up to {} s: the logs in {} may still be"
            + " written by {}",
        patience.toSeconds(),
        directory,
        holder);
  }
}
