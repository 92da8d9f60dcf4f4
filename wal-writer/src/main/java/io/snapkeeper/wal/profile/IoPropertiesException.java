package io.snapkeeper.wal.profile;

import java.io.IOException;

/**
 * An {@code io_properties.yaml} that cannot be used; the message says where, why and what to do.
 */
public final class IoPropertiesException extends IOException {

  IoPropertiesException(String file, String problem, String remedy) {
    super(file + ": " + problem + "; " + remedy);
  }
}
