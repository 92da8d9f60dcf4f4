package io.snapkeeper.wal.bulk;

import static org.assertj.core.api.Assertions.assertThat;

import io.snapkeeper.wal.Seeds;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is read of control groups as kernels and containers show them. */
class CpuQuotaTest {

  private static final double NONE = Double.POSITIVE_INFINITY;

  @TempDir Path directory;

  @Test
  void ofVersionTwo() throws IOException {
    process("0::/system.slice/zookeeper.service");
    group("system.slice/zookeeper.service", "cpu.max", "50000 100000\n");
    group("system.slice", "cpu.max", "max 100000\n");
    assertThat(quota()).isEqualTo(0.5);
  }

  @Test
  void aGroupAboveMayAllowLess() throws IOException {
    process("0::/kubepods/pod/container");
    group("kubepods/pod/container", "cpu.max", "max 100000");
    group("kubepods/pod", "cpu.max", "150000 100000");
    group("kubepods", "cpu.max", "800000 100000");
    assertThat(quota()).isEqualTo(1.5);
  }

  @Test
  void inAContainerTheRootIsItsOwnGroup() throws IOException {
    process("0::/");
    group("", "cpu.max", "25000 50000");
    assertThat(quota()).isEqualTo(0.5);
  }

  @Test
  void ofVersionOne() throws IOException {
    process("4:memory:/docker/1\n1:cpu,cpuacct:/docker/1");
    group("cpu,cpuacct", "cpu.cfs_quota_us", "20000\n"); // the host's path is not mounted
    group("cpu,cpuacct", "cpu.cfs_period_us", "100000\n");
    assertThat(quota()).isEqualTo(0.2);
  }

  @Test
  void withoutAQuota() throws IOException {
    process("1:cpu:/\n0::/");
    group("cpu", "cpu.cfs_quota_us", "-1\n");
    group("cpu", "cpu.cfs_period_us", "100000\n");
    assertThat(quota()).isEqualTo(NONE);
    assertThat(CpuQuota.cpus(directory.resolve("missing"), directory)).isEqualTo(NONE);
  }

  @Test
  void thisMachineHasAnAnswer() {
    assertThat(CpuQuota.cpus()).isPositive();
  }

  /** A path that leads out of the mount is not followed, and nothing throws. */
  @Test
  void anyTextHasAnAnswer() {
    Seeds.forEach("control groups", 200, this::anyText);
  }

  private void anyText(SplittableRandom random) {
    String[] pieces = {"0", "::", ":", "/", "..", "cpu", ",", "\0", "max", " ", "-1", "1e9", "\n"};
    try {
      process(text(random, pieces));
      group("", "cpu.max", text(random, pieces));
      group("cpu", "cpu.cfs_quota_us", text(random, pieces));
      group("cpu", "cpu.cfs_period_us", text(random, pieces));
      assertThat(quota()).isPositive();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String text(SplittableRandom random, String[] pieces) {
    StringBuilder text = new StringBuilder();
    for (int i = random.nextInt(8); i > 0; i--) {
      text.append(pieces[random.nextInt(pieces.length)]);
    }
    return text.toString();
  }

  private double quota() {
    return CpuQuota.cpus(directory.resolve("cgroup"), directory.resolve("groups"));
  }

  private void process(String lines) throws IOException {
    Files.write(directory.resolve("cgroup"), lines.getBytes(StandardCharsets.ISO_8859_1));
  }

  private void group(String path, String file, String text) throws IOException {
    Path group = Files.createDirectories(directory.resolve("groups").resolve(path));
    Files.writeString(group.resolve(file), text);
  }
}
