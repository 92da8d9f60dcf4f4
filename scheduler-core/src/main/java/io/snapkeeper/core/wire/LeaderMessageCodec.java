package io.snapkeeper.core.wire;

import io.snapkeeper.core.operator.OperatorOverride;
import io.snapkeeper.core.schedule.HardLimit;
import java.nio.ByteBuffer;
import java.util.Optional;

/** Leader messages as the data of a quorum PING packet. Stateless. */
public final class LeaderMessageCodec {

  /** The version of the protocol that this build speaks. */
  public static final int PROTOCOL_VERSION = LeaderMessageLayout.VERSION;

  private LeaderMessageCodec() {}

  /**
   * Encodes a message. Times that do not fit their field are sent as the nearest value that does.
   *
   * @throws IllegalArgumentException if the epoch or the slot id is out of range: these name things
   *     and cannot be cut
   */
  public static byte[] encode(LeaderMessage message) {
    if (!isEpoch(message.epoch())) {
      throw new IllegalArgumentException(
          "epoch is " + message.epoch() + "; it must be 0 to " + Integer.MAX_VALUE);
    }
    int flags = 0;
    long slotId = 0;
    long grantTtlMillis = 0;
    if (message.grant().isPresent()) {
      LeaderMessage.SlotGrant grant = message.grant().get();
      if (grant.slotId() <= 0) {
        throw new IllegalArgumentException(
            "slot id is " + grant.slotId() + "; it must be positive");
      }
      flags =
          LeaderMessageLayout.FLAG_GRANT
              | (grant.degraded() ? LeaderMessageLayout.FLAG_DEGRADED : 0);
      slotId = grant.slotId();
      grantTtlMillis = Math.max(1, grant.ttlMillis());
    }
    OperatorOverride override = message.override();
    ByteBuffer buffer = ByteBuffer.allocate(LeaderMessageLayout.LENGTH);
    buffer.putInt(LeaderMessageLayout.MAGIC);
    buffer.put((byte) LeaderMessageLayout.VERSION);
    buffer.put((byte) flags);
    buffer.putShort((short) LeaderMessageLayout.LENGTH);
    buffer.putLong(message.epoch());
    buffer.putInt(millis(message.schedulingTtlMillis()));
    buffer.putInt(millis(grantTtlMillis));
    buffer.putLong(slotId);
    buffer.putLong(message.hardLimit().txns());
    buffer.putLong(message.hardLimit().logBytes());
    buffer.putLong(override.version());
    buffer.putInt(millis(override.remainingMillis()));
    buffer.put((byte) override.mode().code());
    return buffer.array();
  }

  /**
   * Decodes what {@link #encode} wrote, from any protocol version that keeps the fields of this
   * one.
   *
   * @param data any bytes, may be null; a stock leader's ping has none
   * @return empty if these bytes are no leader message, or a damaged one; never throws
   */
  public static Optional<LeaderMessage> decode(byte[] data) {
    if (data == null || data.length < LeaderMessageLayout.LENGTH) {
      return Optional.empty();
    }
    ByteBuffer buffer = ByteBuffer.wrap(data);
    int version = buffer.get(LeaderMessageLayout.VERSION_OFFSET) & 0xFF;
    int length = buffer.getShort(LeaderMessageLayout.LENGTH_OFFSET) & 0xFFFF;
    if (buffer.getInt(LeaderMessageLayout.MAGIC_OFFSET) != LeaderMessageLayout.MAGIC
        || version < LeaderMessageLayout.VERSION
        || length != data.length
        || (version == LeaderMessageLayout.VERSION && length != LeaderMessageLayout.LENGTH)) {
      return Optional.empty();
    }
    long epoch = buffer.getLong(LeaderMessageLayout.EPOCH_OFFSET);
    int schedulingTtlMillis = buffer.getInt(LeaderMessageLayout.SCHEDULING_TTL_OFFSET);
    long limitTxns = buffer.getLong(LeaderMessageLayout.LIMIT_TXNS_OFFSET);
    long limitBytes = buffer.getLong(LeaderMessageLayout.LIMIT_BYTES_OFFSET);
    Optional<OperatorOverride> override = override(buffer, version);
    if (!isEpoch(epoch)
        || schedulingTtlMillis < 0
        || limitTxns < 1
        || limitBytes < 1
        || override.isEmpty()) {
      return Optional.empty();
    }
    boolean granted =
        (buffer.get(LeaderMessageLayout.FLAGS_OFFSET) & LeaderMessageLayout.FLAG_GRANT) != 0;
    Optional<LeaderMessage.SlotGrant> grant = granted ? grant(buffer) : Optional.empty();
    if (granted && grant.isEmpty()) {
      return Optional.empty();
    }
    HardLimit hardLimit = new HardLimit(limitTxns, limitBytes);
    return Optional.of(
        new LeaderMessage(epoch, schedulingTtlMillis, hardLimit, grant, override.get()));
  }

  /** Empty if the bits are damaged. */
  private static Optional<LeaderMessage.SlotGrant> grant(ByteBuffer buffer) {
    long slotId = buffer.getLong(LeaderMessageLayout.SLOT_ID_OFFSET);
    int ttlMillis = buffer.getInt(LeaderMessageLayout.GRANT_TTL_OFFSET);
    if (slotId <= 0 || ttlMillis < 1) {
      return Optional.empty();
    }
    boolean degraded =
        (buffer.get(LeaderMessageLayout.FLAGS_OFFSET) & LeaderMessageLayout.FLAG_DEGRADED) != 0;
    return Optional.of(new LeaderMessage.SlotGrant(slotId, ttlMillis, degraded));
  }

  /** Empty if the bits are damaged; an order that only a later version knows reads as none. */
  private static Optional<OperatorOverride> override(ByteBuffer buffer, int protocolVersion) {
    long version = buffer.getLong(LeaderMessageLayout.OVERRIDE_VERSION_OFFSET);
    int remainingMillis = buffer.getInt(LeaderMessageLayout.OVERRIDE_REMAINING_OFFSET);
    if (version < 0 || remainingMillis < 0) {
      return Optional.empty();
    }
    Optional<OperatorOverride.Mode> mode =
        WireCodes.overrideMode(buffer.get(LeaderMessageLayout.OVERRIDE_MODE_OFFSET));
    if (mode.isEmpty()) {
      return protocolVersion > LeaderMessageLayout.VERSION
          ? Optional.of(OperatorOverride.NONE)
          : Optional.empty();
    }
    if (mode.get() == OperatorOverride.Mode.NORMAL || remainingMillis == 0) {
      return Optional.of(new OperatorOverride(version, OperatorOverride.Mode.NORMAL, 0));
    }
    return Optional.of(
        new OperatorOverride(
            version, mode.get(), Math.min(remainingMillis, OperatorOverride.REMAINING_MILLIS_MAX)));
  }

  private static boolean isEpoch(long epoch) {
    return epoch >= 0 && epoch <= Integer.MAX_VALUE;
  }

  private static int millis(long value) {
    return (int) Math.max(0, Math.min(value, Integer.MAX_VALUE));
  }
}
