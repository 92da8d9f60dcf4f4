package io.snapkeeper.zk.config;

import io.snapkeeper.metrics.http.EndpointConfig;
import io.snapkeeper.metrics.http.EndpointFiles;
import io.snapkeeper.metrics.http.PasswordFile;
import io.snapkeeper.wal.profile.IoProperties;
import io.snapkeeper.zk.trace.TraceTarget;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Properties;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;

/**
 * Reads the plugin's keys. {@code snapkeeper.x} in zoo.cfg becomes the system property {@code
 * zookeeper.snapkeeper.x}, as every key that ZooKeeper does not know; the system property {@code
 * snapkeeper.x} wins over it.
 */
public final class ConfigReader {

  private static final String PREFIX = "snapkeeper.";
  private static final String ZOO_CFG_PREFIX = "zookeeper.";

  private final Properties properties;

  /**
   * @param properties usually the system properties
   */
  public ConfigReader(Properties properties) {
    this.properties = properties;
  }

  /**
   * Whether the plugin is switched on at all. Where it is not, no other key is looked at.
   *
   * @throws IllegalArgumentException if the value is wrong
   */
  public boolean enabled() {
    return flag(ConfigKey.ENABLED, "true");
  }

  /**
   * Whether the plugin is to run on lines of ZooKeeper that it is not tested on.
   *
   * @throws IllegalArgumentException if the value is wrong
   */
  public boolean untestedVersions() {
    return flag(ConfigKey.UNTESTED_VERSIONS, "true");
  }

  /**
   * The whole configuration.
   *
   * @throws IllegalArgumentException if a value is wrong, with its key and what is allowed
   */
  public PluginConfig read() {
    return new PluginConfig(
        flag(ConfigKey.SCHEDULER, "on"),
        number(ConfigKey.PING_MILLIS),
        number(ConfigKey.GRANT_TTL_MILLIS),
        number(ConfigKey.DRAIN_FSYNC_MILLIS),
        (int) number(ConfigKey.DRAIN_QUEUE_LENGTH),
        number(ConfigKey.GRACE_MILLIS),
        value(ConfigKey.HARD_LIMIT_LOG_MEGABYTES).map(Long::valueOf),
        snapshots(),
        writer(),
        trace(),
        metrics());
  }

  /** The profile is read even where nothing is paced: a wrong value is never passed over. */
  private SnapshotConfig snapshots() {
    return new SnapshotConfig(
        value(ConfigKey.SNAPSHOTS)
            .map("direct"::equals)
            .orElseGet(() -> flag(ConfigKey.SCHEDULER, "on")),
        value(ConfigKey.SNAPSHOTS_TARGET_RATIO)
            .map(ratio -> OptionalDouble.of(Double.parseDouble(ratio)))
            .orElse(OptionalDouble.empty()),
        value(ConfigKey.SNAPSHOTS_PROFILE).map(ConfigReader::profile));
  }

  private WriterConfig writer() {
    WriterConfig.Placement placement =
        switch (value(ConfigKey.WRITER).orElseThrow()) {
          case "in-process" -> WriterConfig.Placement.IN_PROCESS;
          case "process" -> WriterConfig.Placement.PROCESS;
          default -> WriterConfig.Placement.OFF;
        };
    return new WriterConfig(placement, value(ConfigKey.WRITER_PATH).map(Path::of));
  }

  private static IoProperties profile(String file) {
    try {
      return IoProperties.read(Path.of(file));
    } catch (IOException e) {
      throw notReadable(
          ConfigKey.SNAPSHOTS_PROFILE,
          file,
          "a readable io_properties.yaml, as `snapkeeper profile-disk` writes it",
          e);
    }
  }

  /** The size is looked at even where nothing is traced: a wrong value is never passed over. */
  private Optional<TraceTarget> trace() {
    long bytesMax = number(ConfigKey.TRACE_MEGABYTES) * PluginConfig.BYTES_PER_MEGABYTE;
    return value(ConfigKey.TRACE).map(file -> new TraceTarget(Path.of(file), bytesMax));
  }

  /** Its files are read even where nothing is served: a wrong value is never passed over. */
  private Optional<EndpointConfig> metrics() {
    EndpointFiles files = new EndpointFiles("snapkeeper.metrics.");
    Optional<SSLContext> tls =
        files.tls(
            value(ConfigKey.METRICS_TLS_KEYSTORE), value(ConfigKey.METRICS_TLS_PASSWORD_FILE));
    Optional<PasswordFile> passwords = files.passwords(value(ConfigKey.METRICS_BASIC_AUTH_FILE));
    String host = value(ConfigKey.METRICS_HOST).orElseThrow();
    int port = (int) number(ConfigKey.METRICS_PORT);
    return port == 0
        ? Optional.empty()
        : Optional.of(new EndpointConfig(host, port, tls, passwords));
  }

  private static IllegalArgumentException notReadable(
      ConfigKey key, String file, String allowed, Exception cause) {
    return new IllegalArgumentException(
        key.key() + " is \"" + file + "\"; allowed: " + allowed + " (" + cause + ")", cause);
  }

  /** One warning for each key under {@code snapkeeper.} that does not exist. */
  public List<String> unknownKeys() {
    return names()
        .filter(key -> !isKnown(key))
        .map(key -> "snapkeeper ignores the unknown key " + key + "; " + nearest(key))
        .toList();
  }

  /** Every key under {@code snapkeeper.} that is set; one that does not exist is marked as such. */
  public List<String> keys() {
    return names()
        .map(key -> isKnown(key) ? key : key + " (unknown; " + nearest(key) + ")")
        .toList();
  }

  private Stream<String> names() {
    return properties.stringPropertyNames().stream()
        .map(
            name ->
                name.startsWith(ZOO_CFG_PREFIX + PREFIX)
                    ? name.substring(ZOO_CFG_PREFIX.length())
                    : name)
        .filter(key -> key.startsWith(PREFIX))
        .distinct()
        .sorted();
  }

  private boolean flag(ConfigKey key, String yes) {
    return value(key).orElseThrow().equals(yes);
  }

  private long number(ConfigKey key) {
    return Long.parseLong(value(key).orElseThrow());
  }

  private Optional<String> value(ConfigKey key) {
    String set = properties.getProperty(key.key());
    if (set == null) {
      set = properties.getProperty(ZOO_CFG_PREFIX + key.key());
    }
    return set == null ? key.defaultValue() : Optional.of(key.check(set));
  }

  private static boolean isKnown(String key) {
    return Arrays.stream(ConfigKey.values()).anyMatch(known -> known.key().equals(key));
  }

  private static String nearest(String key) {
    return Arrays.stream(ConfigKey.values())
        .map(ConfigKey::key)
        .min(Comparator.comparingInt(known -> editDistance(known, key)))
        .map(known -> "the nearest known one is " + known)
        .orElseThrow();
  }

  /** Levenshtein distance: single-character edits from one text to the other. */
  static int editDistance(String from, String to) {
    int[] previous = new int[to.length() + 1];
    for (int j = 0; j <= to.length(); j++) {
      previous[j] = j;
    }
    for (int i = 1; i <= from.length(); i++) {
      int[] current = new int[to.length() + 1];
      current[0] = i;
      for (int j = 1; j <= to.length(); j++) {
        int substitution = previous[j - 1] + (from.charAt(i - 1) == to.charAt(j - 1) ? 0 : 1);
        current[j] = Math.min(substitution, 1 + Math.min(previous[j], current[j - 1]));
      }
      previous = current;
    }
    return previous[to.length()];
  }
}
