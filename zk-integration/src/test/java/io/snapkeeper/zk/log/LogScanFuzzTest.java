package io.snapkeeper.zk.log;

import static org.assertj.core.api.Assertions.assertThat;

import io.snapkeeper.testset.FuzzCorpus;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.Adler32;
import org.apache.zookeeper.server.persistence.FileTxnLog;
import org.apache.zookeeper.server.persistence.StockLogReading;
import org.junit.jupiter.api.Test;

/**
 * Of any bytes {@link LogScan} says what ZooKeeper's own reader does with them. One difference is
 * meant: a record that is whole by its checksum was written, and is never taken for damage, also
 * where ZooKeeper cannot read it (of a later version, or longer than {@code jute.maxbuffer}).
 */
public class LogScanFuzzTest {

  private static final int HEADER_BYTES = 16;
  private static final int PREFIX_BYTES = 12;

  /** One directory for all inputs: a fuzzer has a million of them. */
  private static final Path DIRECTORY = directory();

  private static Path directory() {
    try {
      Path made = Files.createTempDirectory("snapkeeper-log-scan");
      made.toFile().deleteOnExit();
      made.resolve("log.1").toFile().deleteOnExit();
      return made;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void itAgreesWithZooKeeperOnWhatWasFound() {
    FuzzCorpus.replay(LogScanFuzzTest.class, LogScanFuzzTest::fuzzerTestOneInput);
  }

  /** The fuzzer's entry. */
  public static void fuzzerTestOneInput(byte[] input) {
    try {
      Path log = Files.write(DIRECTORY.resolve("log.1"), input);
      LogScan scan = LogScan.of(log);
      if (input.length < HEADER_BYTES) {
        assertThat(scan).isEqualTo(new LogScan(input.length, 0, false));
        return;
      }
      if (ByteBuffer.wrap(input).getInt() != FileTxnLog.TXNLOG_MAGIC) {
        assertThat(scan).isEqualTo(new LogScan(input.length, 0, true));
        return;
      }
      StockLogReading stock = StockLogReading.of(DIRECTORY.toFile());
      if (!isWhole(input, stock.end())) {
        assertThat(new StockLogReading(scan.end(), scan.damaged())).isEqualTo(stock);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Whether a record that is whole by its checksum begins there. */
  private static boolean isWhole(byte[] input, long at) {
    ByteBuffer in = ByteBuffer.wrap(input).position((int) at);
    if (in.remaining() <= PREFIX_BYTES) {
      return false;
    }
    long checksum = in.getLong();
    int length = in.getInt();
    if (length <= 0 || length >= in.remaining() || in.get(in.position() + length) != 'B') {
      return false;
    }
    Adler32 actual = new Adler32();
    actual.update(input, in.position(), length);
    return actual.getValue() == checksum;
  }
}
