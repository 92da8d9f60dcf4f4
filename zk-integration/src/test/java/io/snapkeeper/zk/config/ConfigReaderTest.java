package io.snapkeeper.zk.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.snapkeeper.metrics.http.EndpointConfig;
import io.snapkeeper.wal.profile.DiskModel;
import io.snapkeeper.wal.profile.IoProperties;
import io.snapkeeper.zk.trace.TraceTarget;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ConfigReaderTest {

  private final Properties properties = new Properties();

  @Test
  void withoutKeysTheDefaultsHold() {
    ConfigReader reader = new ConfigReader(properties);
    assertThat(reader.enabled()).isTrue();
    assertThat(reader.read())
        .isEqualTo(
            new PluginConfig(
                true,
                500,
                10_000,
                200,
                10_000,
                10_000,
                Optional.empty(),
                new SnapshotConfig(true, OptionalDouble.empty(), Optional.empty()),
                new WriterConfig(WriterConfig.Placement.OFF, Optional.empty()),
                Optional.empty(),
                Optional.empty()));
    assertThat(reader.unknownKeys()).isEmpty();
  }

  /** It watches then; written directly its snapshots would not be stock's. */
  @Test
  void withoutTheSchedulerSnapshotsAreZooKeepersUnlessAskedFor() {
    properties.setProperty("snapkeeper.scheduler", "off");
    assertThat(new ConfigReader(properties).read().snapshots().direct()).isFalse();
    properties.setProperty("snapkeeper.snapshots", "direct");
    assertThat(new ConfigReader(properties).read().snapshots().direct()).isTrue();
  }

  @Test
  void aSystemPropertyWinsOverZooCfg() {
    properties.setProperty("zookeeper.snapkeeper.scheduler.pingMillis", "700");
    properties.setProperty("zookeeper.snapkeeper.scheduler.graceMillis", "3000");
    properties.setProperty("snapkeeper.scheduler.pingMillis", "250");
    PluginConfig config = new ConfigReader(properties).read();
    assertThat(config.pingMillis()).isEqualTo(250);
    assertThat(config.graceMillis()).isEqualTo(3_000);
  }

  @ParameterizedTest
  @CsvSource({
    "snapkeeper.scheduler, maybe, on or off",
    "snapkeeper.scheduler, true, on or off",
    "snapkeeper.writer, on, off or in-process or process",
    "snapkeeper.writer.path, snapkeeper-wal, the absolute path of a file",
    "snapkeeper.scheduler.pingMillis, 49, a whole number from 50 to 10000",
    "snapkeeper.scheduler.pingMillis, 10001, a whole number from 50 to 10000",
    "snapkeeper.scheduler.pingMillis, half a second, a whole number from 50 to 10000",
    "snapkeeper.scheduler.grantTtlMillis, 499, a whole number from 500 to 600000",
    "snapkeeper.scheduler.drainFsyncMillis, 0, a whole number from 1 to 60000",
    "snapkeeper.scheduler.drainQueueLength, 1000001, a whole number from 1 to 1000000",
    "snapkeeper.scheduler.graceMillis, -1, a whole number from 0 to 600000",
    "snapkeeper.trace, '', the absolute path of a file",
    "snapkeeper.trace, snapkeeper.trace, the absolute path of a file",
    "snapkeeper.trace, /, the absolute path of a file",
    "snapkeeper.trace.megabytes, 0, a whole number from 1 to 1048576",
    "snapkeeper.snapshots, buffered, direct or stock",
    "snapkeeper.snapshots.targetRatio, 1, a number from 1.05 to 100.0",
    "snapkeeper.snapshots.targetRatio, twice, a number from 1.05 to 100.0",
    "snapkeeper.snapshots.targetRatio, NaN, a number from 1.05 to 100.0",
    "snapkeeper.snapshots.profile, io_properties.yaml, the absolute path of a file",
    "snapkeeper.metrics.port, 65536, a whole number from 0 to 65535",
    "snapkeeper.metrics.host, '', the name or address of one of this host's interfaces",
    "snapkeeper.metrics.host, not a host, the name or address of one of this host's interfaces",
    "snapkeeper.metrics.tls.keystore, key.p12, the absolute path of a file",
    "snapkeeper.metrics.tls.passwordFile, password, the absolute path of a file",
    "snapkeeper.metrics.basicAuth.file, users, the absolute path of a file",
    "snapkeeper.hardLimit.logMegabytes, 0, a whole number from 1 to 1048576",
    "snapkeeper.hardLimit.logMegabytes, 99999999999999999999, a whole number from 1 to 1048576",
  })
  void aWrongValueNamesKeyValueAndWhatIsAllowed(String key, String value, String allowed) {
    properties.setProperty("zookeeper." + key, value);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new ConfigReader(properties).read())
        .withMessage(key + " is \"" + value + "\"; allowed: " + allowed);
  }

  @Test
  void aProfileThatCannotBeReadStopsTheStart() {
    properties.setProperty("zookeeper.snapkeeper.snapshots.profile", "/no/such/file.yaml");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new ConfigReader(properties).read())
        .withMessageContaining("snapkeeper.snapshots.profile is \"/no/such/file.yaml\"")
        .withMessageContaining("allowed: a readable io_properties.yaml")
        .withMessageContaining("NoSuchFile");
  }

  @Test
  void aProfileIsReadAtTheStart(@TempDir Path directory) throws Exception {
    DiskModel model = new DiskModel(100e6, 1_000, 50e6, 500);
    Path file = directory.resolve("io_properties.yaml");
    new IoProperties(List.of(new IoProperties.Disk(Path.of("/data"), model))).write(file);
    properties.setProperty("snapkeeper.snapshots.profile", file.toString());
    properties.setProperty("snapkeeper.snapshots.targetRatio", "1.5");
    SnapshotConfig snapshots = new ConfigReader(properties).read().snapshots();
    assertThat(snapshots.targetRatio()).hasValue(1.5);
    assertThat(snapshots.profile().orElseThrow().diskOf(Path.of("/data/zk"))).contains(model);
  }

  @Test
  void metricsAreServedWhereAPortIsSet() {
    properties.setProperty("zookeeper.snapkeeper.metrics.port", "17000");
    assertThat(new ConfigReader(properties).read().metrics())
        .contains(new EndpointConfig("127.0.0.1", 17_000, Optional.empty(), Optional.empty()));
    properties.setProperty("zookeeper.snapkeeper.metrics.host", "0.0.0.0");
    assertThat(new ConfigReader(properties).read().metrics().orElseThrow().host())
        .isEqualTo("0.0.0.0");
  }

  @ParameterizedTest
  @CsvSource({
    "snapkeeper.metrics.tls.keystore, snapkeeper.metrics.tls.passwordFile is missing",
    "snapkeeper.metrics.tls.passwordFile, snapkeeper.metrics.tls.keystore is missing",
    "snapkeeper.metrics.basicAuth.file, allowed: a readable file with lines USER:HASH",
  })
  void filesOfTheMetricsEndpointAreReadAtTheStartEvenWhereItIsOff(String key, String message) {
    properties.setProperty("zookeeper." + key, "/no/such/file");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new ConfigReader(properties).read())
        .withMessageContaining(message);
  }

  @Test
  void aKeystoreThatCannotBeReadStopsTheStart() {
    properties.setProperty("snapkeeper.metrics.tls.keystore", "/no/such/key.p12");
    properties.setProperty("snapkeeper.metrics.tls.passwordFile", "/no/such/password");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new ConfigReader(properties).read())
        .withMessageContaining("snapkeeper.metrics.tls.keystore is \"/no/such/key.p12\"")
        .withMessageContaining("allowed: a PKCS12 keystore")
        .withMessageContaining("NoSuchFile");
  }

  @Test
  void aWrongSwitchStopsTheStartToo() {
    properties.setProperty("snapkeeper.enabled", "no");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new ConfigReader(properties).enabled())
        .withMessage("snapkeeper.enabled is \"no\"; allowed: true or false");
  }

  @Test
  void switchedOffNoOtherKeyIsLookedAt() {
    properties.setProperty("snapkeeper.enabled", "false");
    properties.setProperty("snapkeeper.scheduler", "nonsense");
    assertThat(new ConfigReader(properties).enabled()).isFalse();
  }

  @ParameterizedTest
  @CsvSource({
    "zookeeper.snapkeeper.scheduler.pingMilis, snapkeeper.scheduler.pingMillis",
    "snapkeeper.sheduler, snapkeeper.scheduler",
    "snapkeeper.hardLimit.logMegaBytes, snapkeeper.hardLimit.logMegabytes",
    "snapkeeper.enable, snapkeeper.enabled",
    "snapkeeper.trace.file, snapkeeper.trace",
    "snapkeeper.trace.megabyte, snapkeeper.trace.megabytes",
  })
  void anUnknownKeyIsNamedWithItsNearestNeighbour(String key, String nearest) {
    properties.setProperty(key, "1");
    assertThat(new ConfigReader(properties).unknownKeys())
        .singleElement()
        .asString()
        .contains(key.replace("zookeeper.", ""))
        .endsWith("the nearest known one is " + nearest);
  }

  @Test
  void keysOfOthersAreLeftAlone() {
    properties.setProperty("zookeeper.snapCount", "1");
    properties.setProperty("snapkeeperish", "1");
    assertThat(new ConfigReader(properties).unknownKeys()).isEmpty();
    assertThat(new ConfigReader(properties).keys()).isEmpty();
  }

  @Test
  void everyKeyThatIsSetIsNamedOnceAndAnUnknownOneIsMarked() {
    properties.setProperty("zookeeper.snapkeeper.metrics.port", "1");
    properties.setProperty("snapkeeper.metrics.port", "2");
    properties.setProperty("zookeeper.snapkeeper.scheduler.pingMilis", "100");
    assertThat(new ConfigReader(properties).keys())
        .containsExactly(
            "snapkeeper.metrics.port",
            "snapkeeper.scheduler.pingMilis (unknown; the nearest known one is"
                + " snapkeeper.scheduler.pingMillis)");
  }

  @Test
  void aTraceHasAFileAndASize() {
    properties.setProperty("zookeeper.snapkeeper.trace", " /var/lib/zookeeper/snapkeeper.trace ");
    assertThat(new ConfigReader(properties).read().trace())
        .contains(
            new TraceTarget(Path.of("/var/lib/zookeeper/snapkeeper.trace"), 256L * 1024 * 1024));
    properties.setProperty("snapkeeper.trace.megabytes", "5");
    assertThat(new ConfigReader(properties).read().trace().orElseThrow().bytesMax())
        .isEqualTo(5L * 1024 * 1024);
  }

  @Test
  void theHardLimitFollowsTheSizeLimitUnlessItIsSet() {
    PluginConfig config = new ConfigReader(properties).read();
    assertThat(config.hardLimitLogBytes(1_000)).isEqualTo(3_000);
    assertThat(config.hardLimitLogBytes(0)).isEqualTo(16L << 30);
    assertThat(config.hardLimitLogBytes(-1)).isEqualTo(16L << 30);
    properties.setProperty("snapkeeper.hardLimit.logMegabytes", "5");
    assertThat(new ConfigReader(properties).read().hardLimitLogBytes(1_000)).isEqualTo(5L << 20);
  }

  @ParameterizedTest
  @CsvSource({"a, a, 0", "'', abc, 3", "kitten, sitting, 3", "flaw, lawn, 2"})
  void editDistanceIsLevenshteins(String from, String to, int distance) {
    assertThat(ConfigReader.editDistance(from, to)).isEqualTo(distance);
  }
}
