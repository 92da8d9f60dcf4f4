package io.snapkeeper.wal.bulk;

import java.io.IOException;

/** A bulk write was given up by whoever asked for it; the file is not whole. */
public final class GivenUpException extends IOException {

  private static final long serialVersionUID = 1L;

  GivenUpException() {
    super("the bulk write was given up");
  }
}
