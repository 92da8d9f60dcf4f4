package io.snapkeeper.zk.log;

import java.io.IOException;
import java.nio.file.Path;

/** What was acknowledged is not there any more. */
public final class DamagedLogException extends IOException {

  private static final long serialVersionUID = 1L;

  DamagedLogException(Path log, long at, long durable) {
    super(
        ("%s cannot be read beyond byte %d, but it was on stable storage up to byte %d: transactions"
                + " that this server has acknowledged are lost. Check the disk, empty this server's"
                + " version-2 directories, and start it: it gets everything from the leader. To let"
                + " ZooKeeper read the log as it is, remove %s")
            .formatted(log, at, durable, log.resolveSibling(DurableMarks.NAME)));
  }
}
