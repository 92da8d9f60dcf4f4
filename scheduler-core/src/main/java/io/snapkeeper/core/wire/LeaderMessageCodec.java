package io.snapkeeper.core.wire;

import java.util.Optional;

/** Leader messages as the data of a quorum PING packet. Stateless. */
public final class LeaderMessageCodec {

  private LeaderMessageCodec() {}

  public static byte[] encode(LeaderMessage message) {
    throw new UnsupportedOperationException();
  }

  /**
   * Decodes what {@link #encode} wrote, from any protocol version that keeps the fields of this
   * one.
   *
   * @param data any bytes, may be null; a stock leader's ping has none
   * @return empty if these bytes are no leader message, or a damaged one; never throws
   */
  public static Optional<LeaderMessage> decode(byte[] data) {
    throw new UnsupportedOperationException();
  }
}
