package io.snapkeeper.benchmarks.flash;

import io.snapkeeper.ensemble.ServerSpec;
import java.nio.file.Path;

/** What of which server lies on the disk that answers nothing any more. */
enum HangKind {
  /** The leader's transaction log. */
  LEADER_LOG("leader's log"),
  /** A follower's transaction log. */
  FOLLOWER_LOG("a follower's log"),
  /** The leader's snapshots, while it takes one. */
  LEADER_SNAPSHOTS("leader's snapshots"),
  /** The leader's temporary directory. */
  LEADER_TEMPORARY("leader's temporary directory"),
  /** The leader's log; then it loses its quorum, which comes back without it. */
  LEADER_LOG_AND_QUORUM("leader's log, and its quorum is lost");

  /** The server that is made to lead. */
  static final long LEADER = 5;

  private static final long FOLLOWER = 1;

  private final String title;

  HangKind(String title) {
    this.title = title;
  }

  String title() {
    return title;
  }

  /** The server with the disk. */
  long sid() {
    return this == FOLLOWER_LOG ? FOLLOWER : LEADER;
  }

  boolean losesQuorum() {
    return this == LEADER_LOG_AND_QUORUM;
  }

  /**
   * Puts what hangs onto the disk.
   *
   * @param elsewhere an empty directory on another disk, for the log of a server whose snapshots
   *     hang
   */
  ServerSpec on(Path mount, Path elsewhere, ServerSpec server) {
    return switch (this) {
      case LEADER_LOG, FOLLOWER_LOG, LEADER_LOG_AND_QUORUM ->
          server.withConfig("dataLogDir", mount.resolve("log").toString());
      case LEADER_SNAPSHOTS ->
          server.withDataParent(mount).withConfig("dataLogDir", elsewhere.toString());
      case LEADER_TEMPORARY -> server.withJvmFlag("-Djava.io.tmpdir=" + mount);
    };
  }
}
