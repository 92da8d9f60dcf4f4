package io.snapkeeper.core.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.snapkeeper.core.RandomSource;
import io.snapkeeper.core.operator.OperatorOverride;
import io.snapkeeper.core.schedule.HardLimit;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class LeaderMessageCodecTest {

  private static final LeaderMessage EXAMPLE =
      new LeaderMessage(
          5,
          2_500,
          new HardLimit(300_000, 12L << 30),
          Optional.of(new LeaderMessage.SlotGrant(0x5_0000_0003L, 10_000, true)),
          new OperatorOverride(4, OperatorOverride.Mode.PAUSED, 600_000),
          0xABCDEF);

  @Test
  void whatTheReaderOfTheWireSees() {
    assertThat(HexFormat.of().formatHex(LeaderMessageCodec.encode(EXAMPLE)))
        .isEqualTo(
            "534e4b50" // SNKP
                + "01" // version
                + "03" // grant, degraded
                + "0040" // 64 bytes
                + "0000000000000005" // epoch
                + "000009c4" // scheduling TTL
                + "00002710" // grant TTL
                + "0000000500000003" // slot id
                + "00000000000493e0" // hard limit, transactions
                + "0000000300000000" // hard limit, log bytes
                + "0000000000000004" // override version
                + "000927c0" // override remaining
                + "01" // paused
                + "abcdef"); // ping stamp
  }

  @Test
  void boundaryAndRandomValuesSurvive() {
    RandomSource random = RandomSource.announced("leader message round trips");
    for (int i = 0; i < 20_000; i++) {
      LeaderMessage message = randomMessage(random);
      assertThat(LeaderMessageCodec.decode(LeaderMessageCodec.encode(message)))
          .as("seed %d", random.seed())
          .contains(message);
    }
  }

  @Test
  void timesBeyondTheirFieldsAreCut() {
    LeaderMessage message =
        new LeaderMessage(
            1,
            Long.MAX_VALUE,
            HardLimit.UNKNOWN,
            Optional.of(new LeaderMessage.SlotGrant(1L << 32 | 1, Long.MAX_VALUE, false)),
            new OperatorOverride(1, OperatorOverride.Mode.OFF, Long.MAX_VALUE));
    assertThat(LeaderMessageCodec.decode(LeaderMessageCodec.encode(message)))
        .contains(
            new LeaderMessage(
                1,
                Integer.MAX_VALUE,
                HardLimit.UNKNOWN,
                Optional.of(new LeaderMessage.SlotGrant(1L << 32 | 1, Integer.MAX_VALUE, false)),
                new OperatorOverride(1, OperatorOverride.Mode.OFF, 86_400_000)));
  }

  @Test
  void anEpochOrSlotIdOutOfRangeIsRefused() {
    assertThatThrownBy(
            () ->
                LeaderMessageCodec.encode(
                    new LeaderMessage(
                        1L << 31, 0, HardLimit.UNKNOWN, Optional.empty(), OperatorOverride.NONE)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("epoch is 2147483648; it must be 0 to 2147483647");
    assertThatThrownBy(
            () ->
                LeaderMessageCodec.encode(
                    new LeaderMessage(
                        1,
                        0,
                        HardLimit.UNKNOWN,
                        Optional.of(new LeaderMessage.SlotGrant(0, 1, false)),
                        OperatorOverride.NONE)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("slot id is 0; it must be positive");
  }

  @Test
  void stockPingsAndGarbageAreNoMessages() {
    assertThat(LeaderMessageCodec.decode(null)).isEmpty();
    assertThat(LeaderMessageCodec.decode(new byte[0])).isEmpty();
    assertThat(LeaderMessageCodec.decode(new byte[64])).isEmpty();
  }

  @Test
  void everyTruncationIsRefused() {
    byte[] whole = LeaderMessageCodec.encode(EXAMPLE);
    for (int length = 0; length < whole.length; length++) {
      assertThat(LeaderMessageCodec.decode(Arrays.copyOf(whole, length)))
          .as("%d bytes", length)
          .isEmpty();
    }
    assertThat(LeaderMessageCodec.decode(Arrays.copyOf(whole, whole.length + 1))).isEmpty();
  }

  @Test
  void aHigherVersionWithAppendedFieldsIsReadForTheFieldsKnown() {
    byte[] longer = Arrays.copyOf(LeaderMessageCodec.encode(EXAMPLE), 100);
    longer[4] = 2;
    longer[5] |= (byte) 0xF0;
    longer[7] = 100;
    Arrays.fill(longer, 64, 100, (byte) 0xAB);
    assertThat(LeaderMessageCodec.decode(longer)).contains(EXAMPLE);
    longer[60] = 9;
    assertThat(LeaderMessageCodec.decode(longer).orElseThrow().override())
        .as("an order that only the later version knows")
        .isEqualTo(OperatorOverride.NONE);
    longer[7] = 99;
    assertThat(LeaderMessageCodec.decode(longer)).as("length and data differ").isEmpty();
  }

  @Test
  void fieldsOutOfRangeAreRefused() {
    assertRefused(0, Integer.BYTES, 0x534E_4B51);
    assertRefused(4, Byte.BYTES, 0);
    assertRefused(6, Short.BYTES, 63);
    assertRefused(6, Short.BYTES, 65);
    assertRefused(8, Long.BYTES, -1);
    assertRefused(8, Long.BYTES, 1L << 31);
    assertRefused(16, Integer.BYTES, -1);
    assertRefused(20, Integer.BYTES, -1);
    assertRefused(20, Integer.BYTES, 0);
    assertRefused(24, Long.BYTES, 0);
    assertRefused(24, Long.BYTES, -7);
    assertRefused(32, Long.BYTES, 0);
    assertRefused(40, Long.BYTES, -1);
    assertRefused(48, Long.BYTES, -1);
    assertRefused(56, Integer.BYTES, -1);
    assertRefused(60, Byte.BYTES, 3);
    assertRefused(60, Byte.BYTES, 0xFF);
  }

  @Test
  void randomBytesNeverThrow() {
    RandomSource random = RandomSource.announced("random leader messages");
    byte[] valid = LeaderMessageCodec.encode(EXAMPLE);
    for (int i = 0; i < 100_000; i++) {
      byte[] data = random.bytes(random.below(130));
      if (random.oneIn(2)) {
        // With a valid header, so that the fields behind it are looked at.
        System.arraycopy(valid, 0, data, 0, Math.min(8, data.length));
      }
      LeaderMessageCodec.decode(data).ifPresent(LeaderMessageCodecTest::assertPossible);
    }
  }

  @Test
  void flippedBitsNeverThrowNorMakeAnImpossibleMessage() {
    RandomSource random = RandomSource.announced("flipped bits of leader messages");
    for (int i = 0; i < 100_000; i++) {
      byte[] data = LeaderMessageCodec.encode(randomMessage(random));
      for (int flips = 1 + random.below(3); flips > 0; flips--) {
        data[random.below(data.length)] ^= (byte) (1 << random.below(8));
      }
      LeaderMessageCodec.decode(data).ifPresent(LeaderMessageCodecTest::assertPossible);
    }
  }

  private static void assertRefused(int offset, int width, long value) {
    byte[] data = LeaderMessageCodec.encode(EXAMPLE);
    ByteBuffer buffer = ByteBuffer.wrap(data);
    switch (width) {
      case Byte.BYTES -> buffer.put(offset, (byte) value);
      case Short.BYTES -> buffer.putShort(offset, (short) value);
      case Integer.BYTES -> buffer.putInt(offset, (int) value);
      default -> buffer.putLong(offset, value);
    }
    assertThat(LeaderMessageCodec.decode(data)).as("%d at %d", value, offset).isEmpty();
  }

  private static void assertPossible(LeaderMessage message) {
    // What was decoded can be encoded, and means the same.
    assertThat(LeaderMessageCodec.decode(LeaderMessageCodec.encode(message))).contains(message);
    assertThat(message.override().remainingMillis()).isBetween(0L, 86_400_000L);
  }

  private static LeaderMessage randomMessage(RandomSource random) {
    OperatorOverride.Mode mode = random.oneOf(OperatorOverride.Mode.values());
    return new LeaderMessage(
        random.magnitude(31),
        random.magnitude(31),
        new HardLimit(Math.max(1, random.magnitude(63)), Math.max(1, random.magnitude(63))),
        random.oneIn(2)
            ? Optional.empty()
            : Optional.of(
                new LeaderMessage.SlotGrant(
                    Math.max(1, random.magnitude(63)),
                    Math.max(1, random.magnitude(31)),
                    random.oneIn(2))),
        new OperatorOverride(
            random.magnitude(63),
            mode,
            mode == OperatorOverride.Mode.NORMAL ? 0 : random.between(1, 86_400_000)),
        (int) random.magnitude(24));
  }
}
