package io.snapkeeper.zk.config;

import java.nio.file.Path;
import java.util.Optional;

/**
 * Who writes the log.
 *
 * @param path an installed program for {@link Placement#PROCESS}; empty for the one in the jar
 */
public record WriterConfig(Placement placement, Optional<Path> path) {

  /** From where. */
  public enum Placement {
    /** ZooKeeper writes. */
    OFF,
    /** The plugin writes, from inside the server. */
    IN_PROCESS,
    /** A process of its own writes. */
    PROCESS
  }
}
