package io.snapkeeper.core.wire;

import io.snapkeeper.core.operator.OperatorOverride;
import io.snapkeeper.core.schedule.HardLimit;
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
    byte[] data = new byte[LeaderMessageLayout.LENGTH];
    put(data, LeaderMessageLayout.MAGIC_OFFSET, Integer.BYTES, LeaderMessageLayout.MAGIC);
    put(data, LeaderMessageLayout.VERSION_OFFSET, Byte.BYTES, LeaderMessageLayout.VERSION);
    put(data, LeaderMessageLayout.FLAGS_OFFSET, Byte.BYTES, flags);
    put(data, LeaderMessageLayout.LENGTH_OFFSET, Short.BYTES, LeaderMessageLayout.LENGTH);
    put(data, LeaderMessageLayout.EPOCH_OFFSET, Long.BYTES, message.epoch());
    put(
        data,
        LeaderMessageLayout.SCHEDULING_TTL_OFFSET,
        Integer.BYTES,
        millis(message.schedulingTtlMillis()));
    put(data, LeaderMessageLayout.GRANT_TTL_OFFSET, Integer.BYTES, millis(grantTtlMillis));
    put(data, LeaderMessageLayout.SLOT_ID_OFFSET, Long.BYTES, slotId);
    put(data, LeaderMessageLayout.LIMIT_TXNS_OFFSET, Long.BYTES, message.hardLimit().txns());
    put(data, LeaderMessageLayout.LIMIT_BYTES_OFFSET, Long.BYTES, message.hardLimit().logBytes());
    put(data, LeaderMessageLayout.OVERRIDE_VERSION_OFFSET, Long.BYTES, override.version());
    put(
        data,
        LeaderMessageLayout.OVERRIDE_REMAINING_OFFSET,
        Integer.BYTES,
        millis(override.remainingMillis()));
    put(data, LeaderMessageLayout.OVERRIDE_MODE_OFFSET, Byte.BYTES, override.mode().code());
    put(
        data,
        LeaderMessageLayout.STAMP_OFFSET,
        LeaderMessageLayout.STAMP_BYTES,
        message.pingStamp());
    return data;
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
    int version = byteAt(data, LeaderMessageLayout.VERSION_OFFSET) & 0xFF;
    int length = shortAt(data, LeaderMessageLayout.LENGTH_OFFSET) & 0xFFFF;
    if (intAt(data, LeaderMessageLayout.MAGIC_OFFSET) != LeaderMessageLayout.MAGIC
        || version < LeaderMessageLayout.VERSION
        || length != data.length
        || (version == LeaderMessageLayout.VERSION && length != LeaderMessageLayout.LENGTH)) {
      return Optional.empty();
    }
    long epoch = longAt(data, LeaderMessageLayout.EPOCH_OFFSET);
    int schedulingTtlMillis = intAt(data, LeaderMessageLayout.SCHEDULING_TTL_OFFSET);
    long limitTxns = longAt(data, LeaderMessageLayout.LIMIT_TXNS_OFFSET);
    long limitBytes = longAt(data, LeaderMessageLayout.LIMIT_BYTES_OFFSET);
    Optional<OperatorOverride> override = override(data, version);
    if (!isEpoch(epoch)
        || schedulingTtlMillis < 0
        || limitTxns < 1
        || limitBytes < 1
        || override.isEmpty()) {
      return Optional.empty();
    }
    boolean granted =
        (byteAt(data, LeaderMessageLayout.FLAGS_OFFSET) & LeaderMessageLayout.FLAG_GRANT) != 0;
    Optional<LeaderMessage.SlotGrant> grant = granted ? grant(data) : Optional.empty();
    if (granted && grant.isEmpty()) {
      return Optional.empty();
    }
    HardLimit hardLimit = new HardLimit(limitTxns, limitBytes);
    return Optional.of(
        new LeaderMessage(
            epoch,
            schedulingTtlMillis,
            hardLimit,
            grant,
            override.get(),
            (int) get(data, LeaderMessageLayout.STAMP_OFFSET, LeaderMessageLayout.STAMP_BYTES)));
  }

  /** Empty if the bits are damaged. */
  private static Optional<LeaderMessage.SlotGrant> grant(byte[] data) {
    long slotId = longAt(data, LeaderMessageLayout.SLOT_ID_OFFSET);
    int ttlMillis = intAt(data, LeaderMessageLayout.GRANT_TTL_OFFSET);
    if (slotId <= 0 || ttlMillis < 1) {
      return Optional.empty();
    }
    boolean degraded =
        (byteAt(data, LeaderMessageLayout.FLAGS_OFFSET) & LeaderMessageLayout.FLAG_DEGRADED) != 0;
    return Optional.of(new LeaderMessage.SlotGrant(slotId, ttlMillis, degraded));
  }

  /** Empty if the bits are damaged; an order that only a later version knows reads as none. */
  private static Optional<OperatorOverride> override(byte[] data, int protocolVersion) {
    long version = longAt(data, LeaderMessageLayout.OVERRIDE_VERSION_OFFSET);
    int remainingMillis = intAt(data, LeaderMessageLayout.OVERRIDE_REMAINING_OFFSET);
    if (version < 0 || remainingMillis < 0) {
      return Optional.empty();
    }
    Optional<OperatorOverride.Mode> mode =
        WireCodes.overrideMode(byteAt(data, LeaderMessageLayout.OVERRIDE_MODE_OFFSET));
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

  private static byte byteAt(byte[] data, int offset) {
    return (byte) get(data, offset, Byte.BYTES);
  }

  private static short shortAt(byte[] data, int offset) {
    return (short) get(data, offset, Short.BYTES);
  }

  private static int intAt(byte[] data, int offset) {
    return (int) get(data, offset, Integer.BYTES);
  }

  private static long longAt(byte[] data, int offset) {
    return get(data, offset, Long.BYTES);
  }

  /** Big endian, without a sign. */
  private static long get(byte[] data, int offset, int bytes) {
    long value = 0;
    for (int i = 0; i < bytes; i++) {
      value = (value << Byte.SIZE) | (data[offset + i] & 0xFF);
    }
    return value;
  }

  /** The lowest so many bytes of the value, big endian. */
  private static void put(byte[] data, int offset, int bytes, long value) {
    for (int i = 0; i < bytes; i++) {
      data[offset + i] = (byte) (value >>> (Byte.SIZE * (bytes - 1 - i)));
    }
  }

  private static boolean isEpoch(long epoch) {
    return epoch >= 0 && epoch <= Integer.MAX_VALUE;
  }

  private static int millis(long value) {
    return (int) Math.max(0, Math.min(value, Integer.MAX_VALUE));
  }
}
