package io.snapkeeper.wal.bulk;

import java.io.IOException;

/** A bulk write would have taken the space that the log on the same disk needs. */
public final class NoSpaceLeftException extends IOException {

  private static final long serialVersionUID = 1L;

  NoSpaceLeftException(long usableBytes, long neededBytes, long reserveBytes) {
    super(
        "the file system has "
            + usableBytes
            + " bytes left; the bulk write needs about "
            + neededBytes
            + " more and leaves "
            + reserveBytes
            + " to the log; free or add space");
  }
}
