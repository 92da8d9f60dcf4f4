package io.snapkeeper.ensemble;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** Waiting for something to become true, with a deadline and an error that says what was seen. */
public final class Waiting {

  /** Short beside everything that is waited for, long enough to leave the processor alone. */
  private static final long POLL_MILLIS = 50;

  private Waiting() {}

  /**
   * Polls until the probe gives a value.
   *
   * @param what completes the sentence "gave up waiting for ..."
   * @param probe what it throws counts as "not yet" and is named at the end
   * @param lastSeen describes the state for the error, e.g. the tail of a log
   * @throws EnsembleException at the deadline, or if the thread is interrupted
   */
  public static <T> T forValue(
      String what, Duration timeout, Callable<Optional<T>> probe, Supplier<String> lastSeen) {
    long deadline = System.nanoTime() + timeout.toNanos();
    Exception lastFailure = null;
    while (true) {
      try {
        Optional<T> value = probe.call();
        if (value.isPresent()) {
          return value.get();
        }
        lastFailure = null;
      } catch (InterruptedException e) {
        throw interrupted(what, e);
      } catch (Exception e) {
        lastFailure = e;
      }
      if (System.nanoTime() - deadline >= 0) {
        String message =
            "gave up waiting for %s after %d ms%s; last seen: %s"
                .formatted(
                    what,
                    timeout.toMillis(),
                    lastFailure == null ? "" : " (" + lastFailure + ")",
                    lastSeen.get());
        throw new EnsembleException(message, lastFailure);
      }
      try {
        TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
      } catch (InterruptedException e) {
        throw interrupted(what, e);
      }
    }
  }

  /** Like {@link #forValue} for a plain condition. */
  public static void until(
      String what, Duration timeout, BooleanSupplier condition, Supplier<String> lastSeen) {
    forValue(
        what,
        timeout,
        () -> condition.getAsBoolean() ? Optional.of(true) : Optional.empty(),
        lastSeen);
  }

  private static EnsembleException interrupted(String what, InterruptedException e) {
    Thread.currentThread().interrupt();
    return new EnsembleException("interrupted while waiting for " + what, e);
  }
}
