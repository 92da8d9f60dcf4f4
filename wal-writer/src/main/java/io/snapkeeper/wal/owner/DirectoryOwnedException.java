package io.snapkeeper.wal.owner;

import java.io.IOException;
import java.nio.file.Path;

/** Somebody else may write the logs of a directory. */
public final class DirectoryOwnedException extends IOException {

  private static final long serialVersionUID = 1;

  DirectoryOwnedException(Path directory, String holder) {
    super(
        "the logs in %s may still be written by %s; end that process before another server uses them"
            .formatted(directory, holder));
  }
}
