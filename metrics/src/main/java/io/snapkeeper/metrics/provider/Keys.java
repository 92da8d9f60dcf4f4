package io.snapkeeper.metrics.provider;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BiConsumer;
import java.util.function.Supplier;

/**
 * A value for each key, up to a number of keys. What belongs to further keys goes to a common
 * value: nothing is lost, and a client that makes up keys does not fill the memory. Thread-safe.
 *
 * @param <T> what is kept for a key
 */
final class Keys<T> {

  /** Namespaces and servers are a few; each costs up to 2 KB, and twenty series of a histogram. */
  static final int KEYS_MAX = 1_000;

  /** Of the keys beyond. */
  static final String OTHER = "other_keys";

  private final String name;
  private final Supplier<T> maker;
  private final BiConsumer<String, Throwable> faults;
  private final Map<String, T> values = new ConcurrentHashMap<>();
  private final AtomicBoolean told = new AtomicBoolean();

  /**
   * @param name of the metric, for messages
   */
  Keys(String name, Supplier<T> maker, BiConsumer<String, Throwable> faults) {
    this.name = name;
    this.maker = maker;
    this.faults = faults;
  }

  /** The value of a key; of a key too many, or null, the one of {@link #OTHER}. */
  T of(String key) {
    T value = key == null ? null : values.get(key);
    return value != null ? value : ofUnknown(key);
  }

  private T ofUnknown(String key) {
    if (key == null || values.size() >= KEYS_MAX) {
      tellOnce(key);
      return values.computeIfAbsent(OTHER, k -> maker.get());
    }
    return values.computeIfAbsent(key, k -> maker.get());
  }

  /** Once: an exception for each addition would cost the request threads more than the metric. */
  private void tellOnce(String key) {
    if (told.compareAndSet(false, true)) {
      faults.accept(
          "keys of metric " + name,
          new IllegalArgumentException(
              "key %s after %d keys, of at most %d; it is counted as %s"
                  .formatted(key, values.size(), KEYS_MAX, OTHER)));
    }
  }

  /** Live. */
  Map<String, T> values() {
    return values;
  }
}
