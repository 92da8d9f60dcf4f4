package io.snapkeeper.zk.config;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Every configuration key, with its default and what is allowed. */
enum ConfigKey {
  ENABLED("snapkeeper.enabled", new Words("true", "false"), "true"),
  /** On a line that nobody has tested a server must not depend on the plugin unasked. */
  UNTESTED_VERSIONS("snapkeeper.untestedVersions", new Words("true", "false"), "false"),
  SCHEDULER("snapkeeper.scheduler", new Words("on", "off"), "on"),
  PING_MILLIS("snapkeeper.scheduler.pingMillis", new Numbers(50, 10_000), "500"),
  GRANT_TTL_MILLIS("snapkeeper.scheduler.grantTtlMillis", new Numbers(500, 600_000), "10000"),
  DRAIN_FSYNC_MILLIS("snapkeeper.scheduler.drainFsyncMillis", new Numbers(1, 60_000), "200"),
  DRAIN_QUEUE_LENGTH("snapkeeper.scheduler.drainQueueLength", new Numbers(1, 1_000_000), "10000"),
  GRACE_MILLIS("snapkeeper.scheduler.graceMillis", new Numbers(0, 600_000), "10000"),
  /** Its default follows ZooKeeper's size limit, see {@link PluginConfig}. */
  HARD_LIMIT_LOG_MEGABYTES("snapkeeper.hardLimit.logMegabytes", new Numbers(1, 1_048_576), null),
  /** Its default is direct, or stock where the scheduler is off: such a server only watches. */
  SNAPSHOTS("snapkeeper.snapshots", new Words("direct", "stock"), null),
  SNAPSHOTS_PROFILE("snapkeeper.snapshots.profile", new FilePath(), null),
  /** The pacer's own default is more than a ratio, see docs/pacing.md. */
  SNAPSHOTS_TARGET_RATIO("snapkeeper.snapshots.targetRatio", new Decimals(1.05, 100), null),
  WRITER("snapkeeper.writer", new Words("off", "in-process", "process"), "off"),
  WRITER_PATH("snapkeeper.writer.path", new FilePath(), null),
  TRACE("snapkeeper.trace", new FilePath(), null),
  /** See {@link ConfigReader} for the reason of its default. */
  TRACE_MEGABYTES("snapkeeper.trace.megabytes", new Numbers(1, 1_048_576), "256"),
  /** 0 is off: a server listens on no port that nobody asked for. */
  METRICS_PORT("snapkeeper.metrics.port", new Numbers(0, 65_535), "0"),
  /** Other hosts scrape only where somebody has thought about who may. */
  METRICS_HOST("snapkeeper.metrics.host", new HostName(), "127.0.0.1"),
  METRICS_TLS_KEYSTORE("snapkeeper.metrics.tls.keystore", new FilePath(), null),
  /** A file, so that no password stands in zoo.cfg or on a command line. */
  METRICS_TLS_PASSWORD_FILE("snapkeeper.metrics.tls.passwordFile", new FilePath(), null),
  METRICS_BASIC_AUTH_FILE("snapkeeper.metrics.basicAuth.file", new FilePath(), null);

  /** What values a key may have. */
  private sealed interface Allowed {

    boolean allows(String value);

    /** For the message about any other value. */
    String description();
  }

  private record Words(List<String> words) implements Allowed {

    Words(String... words) {
      this(List.of(words));
    }

    @Override
    public boolean allows(String value) {
      return words.contains(value);
    }

    @Override
    public String description() {
      return String.join(" or ", words);
    }
  }

  private record Numbers(long min, long max) implements Allowed {

    @Override
    public boolean allows(String value) {
      try {
        long number = Long.parseLong(value);
        return number >= min && number <= max;
      } catch (NumberFormatException e) {
        return false;
      }
    }

    @Override
    public String description() {
      return "a whole number from " + min + " to " + max;
    }
  }

  private record Decimals(double min, double max) implements Allowed {

    @Override
    public boolean allows(String value) {
      try {
        double number = Double.parseDouble(value);
        return number >= min && number <= max;
      } catch (NumberFormatException e) {
        return false;
      }
    }

    @Override
    public String description() {
      return "a number from " + min + " to " + max;
    }
  }

  private record HostName() implements Allowed {

    @Override
    public boolean allows(String value) {
      return value.matches("[A-Za-z0-9._:%-]+");
    }

    @Override
    public String description() {
      return "the name or address of one of this host's interfaces";
    }
  }

  /** Absolute, because nobody knows the directory in which a service starts. */
  private record FilePath() implements Allowed {

    @Override
    public boolean allows(String value) {
      try {
        Path path = Path.of(value);
        return path.isAbsolute() && path.getFileName() != null;
      } catch (InvalidPathException e) {
        return false;
      }
    }

    @Override
    public String description() {
      return "the absolute path of a file";
    }
  }

  private final String key;

  @SuppressWarnings("ImmutableEnumChecker") // records without mutable parts
  private final Allowed allowed;

  private final String defaultValue;

  ConfigKey(String key, Allowed allowed, String defaultValue) {
    this.key = key;
    this.allowed = allowed;
    this.defaultValue = defaultValue;
  }

  String key() {
    return key;
  }

  Optional<String> defaultValue() {
    return Optional.ofNullable(defaultValue);
  }

  /**
   * Returns the value if it is allowed.
   *
   * @throws IllegalArgumentException with the key, the value and what is allowed
   */
  String check(String value) {
    String trimmed = value.trim();
    if (!allowed.allows(trimmed)) {
      throw new IllegalArgumentException(
          key + " is \"" + value + "\"; allowed: " + allowed.description());
    }
    return trimmed;
  }
}
