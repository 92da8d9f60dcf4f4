package io.snapkeeper.zk.log;

import java.io.IOException;

/** No log file could be made in the plugin's way; nothing was written to it. */
public final class LogNotBegunException extends IOException {

  private static final long serialVersionUID = 1L;

  LogNotBegunException(String name, Throwable cause) {
    super(name + " cannot be written past the page cache: " + cause, cause);
  }
}
