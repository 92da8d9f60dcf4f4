package io.snapkeeper.zk.it;

import static net.bytebuddy.matcher.ElementMatchers.named;

import io.snapkeeper.core.wire.PingRecord;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import net.bytebuddy.asm.Advice;

/**
 * An agent that speaks a later version of the protocol: leader messages are longer by a field that
 * this build does not know, reports have one more record, and both carry the next version.
 */
final class LaterProtocol {

  private LaterProtocol() {}

  static Path agent(Path built, Path target) throws IOException {
    return DoctoredJar.copyOf(built)
        .advise("io.snapkeeper.core.wire.LeaderMessageCodec", named("encode"), LongerMessage.class)
        .advise("io.snapkeeper.core.wire.ReportEncoder", named("encode"), LongerReport.class)
        .writeTo(target);
  }

  /** Bytes 4 (version) and 6 (length, two bytes) as LeaderMessageLayout has them. */
  static final class LongerMessage {

    private LongerMessage() {}

    @Advice.OnMethodExit
    static void exit(@Advice.Return(readOnly = false) byte[] message) {
      byte[] longer = Arrays.copyOf(message, message.length + 16);
      Arrays.fill(longer, message.length, longer.length, (byte) 0xA5);
      longer[4]++;
      ByteBuffer.wrap(longer).putShort(6, (short) longer.length);
      message = longer;
    }
  }

  /** BEGIN and END have the version in the top byte of their payload, as ReportLayout has it. */
  static final class LongerReport {

    private LongerReport() {}

    @Advice.OnMethodExit
    static void exit(@Advice.Return(readOnly = false) List<PingRecord> records) {
      List<PingRecord> longer = new ArrayList<>(records);
      PingRecord begin = longer.get(0);
      PingRecord end = longer.get(longer.size() - 1);
      longer.set(0, new PingRecord(begin.sessionId() + (1L << 24), begin.timeout()));
      longer.set(longer.size() - 1, new PingRecord(end.sessionId() + (1L << 24), end.timeout()));
      long type = 0x70L << 32;
      long unknown = (begin.sessionId() & 0xFFFF_FF00_0000_0000L) | type | 0x1234_5678L;
      longer.add(longer.size() - 1, new PingRecord(unknown, 0x7FFF_FFFF));
      records = longer;
    }
  }
}
