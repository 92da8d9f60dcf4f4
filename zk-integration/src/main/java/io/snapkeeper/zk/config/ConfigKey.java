package io.snapkeeper.zk.config;

import java.util.Optional;

/** Every configuration key, with its default and what is allowed. */
enum ConfigKey {
  ENABLED("snapkeeper.enabled", "true", "false", "true"),
  SCHEDULER("snapkeeper.scheduler", "on", "off", "on"),
  PING_MILLIS("snapkeeper.scheduler.pingMillis", 50, 10_000, "500"),
  GRANT_TTL_MILLIS("snapkeeper.scheduler.grantTtlMillis", 500, 600_000, "10000"),
  DRAIN_FSYNC_MILLIS("snapkeeper.scheduler.drainFsyncMillis", 1, 60_000, "200"),
  DRAIN_QUEUE_LENGTH("snapkeeper.scheduler.drainQueueLength", 1, 1_000_000, "10000"),
  GRACE_MILLIS("snapkeeper.scheduler.graceMillis", 0, 600_000, "10000"),
  /** Its default follows ZooKeeper's size limit, see {@link PluginConfig}. */
  HARD_LIMIT_LOG_MEGABYTES("snapkeeper.hardLimit.logMegabytes", 1, 1_048_576, null);

  private final String key;
  private final String one; // null for a number
  private final String other;
  private final long min;
  private final long max;
  private final String defaultValue;

  ConfigKey(String key, String one, String other, String defaultValue) {
    this.key = key;
    this.one = one;
    this.other = other;
    this.min = 0;
    this.max = 0;
    this.defaultValue = defaultValue;
  }

  ConfigKey(String key, long min, long max, String defaultValue) {
    this.key = key;
    this.one = null;
    this.other = null;
    this.min = min;
    this.max = max;
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
    if (!allows(trimmed)) {
      throw new IllegalArgumentException(key + " is \"" + value + "\"; allowed: " + allowed());
    }
    return trimmed;
  }

  private boolean allows(String value) {
    if (one != null) {
      return value.equals(one) || value.equals(other);
    }
    try {
      long number = Long.parseLong(value);
      return number >= min && number <= max;
    } catch (NumberFormatException e) {
      return false;
    }
  }

  private String allowed() {
    return one != null ? one + " or " + other : "a whole number from " + min + " to " + max;
  }
}
