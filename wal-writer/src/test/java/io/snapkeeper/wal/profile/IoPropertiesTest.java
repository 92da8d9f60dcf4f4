package io.snapkeeper.wal.profile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.snapkeeper.wal.Seeds;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class IoPropertiesTest {

  /** As ScyllaDB's iotune writes it, with a key that the pacer does not use. */
  private static final String IOTUNE =
      """
      disks:
        - mountpoint: /var/lib/zookeeper
          read_iops: 40000
          read_bandwidth: 524288000
          write_iops: 20k
          write_bandwidth: 300M
          write_saturation_length: 65536
      """;

  @Test
  void aFileOfIotuneIsRead() throws Exception {
    IoProperties read = IoProperties.parse(IOTUNE, "io_properties.yaml");
    assertThat(read.diskOf(Path.of("/var/lib/zookeeper/version-2")))
        .contains(new DiskModel(524_288_000, 40_000, 300 * 1024 * 1024, 20 * 1024));
    assertThat(read.diskOf(Path.of("/var/lib/zookeeper2"))).isEmpty();
  }

  @Test
  void theLongestMountPointAboveADirectoryCounts() {
    DiskModel root = new DiskModel(1e9, 1_000, 1e9, 1_000);
    DiskModel data = new DiskModel(2e9, 2_000, 2e9, 2_000);
    IoProperties properties =
        new IoProperties(
            List.of(
                new IoProperties.Disk(Path.of("/data"), data),
                new IoProperties.Disk(Path.of("/"), root)));
    assertThat(properties.diskOf(Path.of("/data/../data/x"))).contains(data);
    assertThat(properties.diskOf(Path.of("/database"))).contains(root);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "write_bandwidth: 300M   | write_bandwidth: 300  | write_bandwidth is '300' | bytes per second",
        "write_bandwidth: 300M   | write_bandwidth: fast | write_bandwidth is 'fast' | from 1000000 to",
        "write_bandwidth: 300M   | write_bandwidth: -1   | write_bandwidth is '-1' | from 1000000 to",
        "write_bandwidth: 300M   | write_bandwidth: .nan | write_bandwidth is 'NaN' | from 1000000 to",
        "write_bandwidth: 300M   | write_bandwidth: [1]  | write_bandwidth is '[1]' | from 1000000 to",
        "write_iops: 20k         | write_iops: 0         | write_iops is '0' | requests per second from 1",
        "write_iops: 20k         | write_iops:           | write_iops is missing | requests per second",
        "write_iops: 20k         | write_iop: 20k        | unknown key 'write_iop' | the keys are [mount",
        "read_iops: 40000        | write_iops: 40000     | duplicate key write_iops | correct it",
        "/var/lib/zookeeper      | var/lib               | mountpoint is 'var/lib' | absolute path",
        "- mountpoint            | mountpoint            | not YAML | correct it",
        "disks:                  | disk:                 | no key 'disks' | begin with `disks:`"
      })
  void aMistakeIsNamedWithFileKeyValueAndRemedy(
      String right, String wrong, String problem, String remedy) {
    assertThat(IOTUNE).contains(right);
    assertThatThrownBy(() -> IoProperties.parse(IOTUNE.replace(right, wrong), "/etc/io.yaml"))
        .isInstanceOf(IoPropertiesException.class)
        .hasMessageStartingWith("/etc/io.yaml: ")
        .hasMessageContaining(problem)
        .hasMessageContaining(remedy);
  }

  @Test
  void oneMountPointTwiceIsRefused() {
    String twice = IOTUNE + IOTUNE.substring(IOTUNE.indexOf("  -"));
    assertThatThrownBy(() -> IoProperties.parse(twice, "f"))
        .hasMessageContaining("/var/lib/zookeeper occurs twice");
  }

  @Test
  void whatIsWrittenIsReadBack(@TempDir Path directory) throws Exception {
    Path file = directory.resolve("io_properties.yaml");
    Seeds.forEach("written and read", 200, random -> writeAndRead(random, file));
    new IoProperties(List.of()).write(file);
    assertThat(IoProperties.read(file).disks()).isEmpty();
  }

  private static void writeAndRead(SplittableRandom random, Path file) {
    String odd = "/a'b: #\"" + (char) random.nextInt(1, 'ÿ') + random.nextInt(100);
    DiskModel model =
        new DiskModel(
            random.nextLong(1_000_000, 1_000_000_000_000L),
            random.nextInt(1, 1_000_000),
            random.nextLong(1_000_000, 1_000_000_000_000L),
            random.nextInt(1, 1_000_000));
    IoProperties written = new IoProperties(List.of(new IoProperties.Disk(Path.of(odd), model)));
    try {
      written.write(file);
      assertThat(IoProperties.read(file)).isEqualTo(written);
    } catch (java.io.IOException e) {
      throw new java.io.UncheckedIOException(written.toYaml(), e);
    }
  }

  @Test
  void filesThatAreNoProfileAreRefused(@TempDir Path directory) throws Exception {
    Path large = Files.write(directory.resolve("large"), new byte[300 * 1024]);
    assertThatThrownBy(() -> IoProperties.read(large)).hasMessageContaining("307200 bytes");
    Path binary = Files.write(directory.resolve("binary"), new byte[] {(byte) 0xff, (byte) 0xfe});
    assertThatThrownBy(() -> IoProperties.read(binary)).hasMessageContaining("not UTF-8");
  }

  /** Whatever an editor leaves behind is read or refused in one way, and never anything else. */
  @Test
  void anyTextIsReadOrRefusedWithAMessage() {
    Seeds.forEach("mutated text", 5_000, IoPropertiesTest::readMutated);
  }

  private static void readMutated(SplittableRandom random) {
    StringBuilder text = new StringBuilder(IOTUNE);
    String pieces = "[]{}:,-#&*!|>'\"%@`\t\n ?.0x9eMk~\u0000\u00e9<=";
    for (int i = random.nextInt(1, 6); i > 0; i--) {
      int at = random.nextInt(text.length());
      switch (random.nextInt(4)) {
        case 0 -> text.deleteCharAt(at);
        case 1 -> text.insert(at, pieces.charAt(random.nextInt(pieces.length())));
        case 2 -> text.setCharAt(at, pieces.charAt(random.nextInt(pieces.length())));
        default -> text.insert(at, text.substring(at, Math.min(text.length(), at + 40)));
      }
    }
    readOrRefuse(text.toString());
  }

  @Test
  void nestingAndAliasesDoNoHarm() {
    readOrRefuse("[".repeat(100_000));
    readOrRefuse("disks: ".repeat(1) + "{a: ".repeat(50_000));
    readOrRefuse("- ".repeat(60_000));
    readOrRefuse("a: &a [x,x]\nb: &b [*a,*a]\nc: &c [*b,*b]\ndisks: [*c,*c]");
    readOrRefuse("disks: &d [*d]");
    readOrRefuse("");
    readOrRefuse("--- 1\n--- 2");
    readOrRefuse(new String(new byte[] {0, 1, 2, 3}, StandardCharsets.ISO_8859_1));
  }

  private static void readOrRefuse(String text) {
    try {
      assertThat(IoProperties.parse(text, "f").disks()).doesNotContainNull();
    } catch (IoPropertiesException e) {
      assertThat(e).hasMessageStartingWith("f: ").hasMessageContaining("; ");
    }
  }
}
