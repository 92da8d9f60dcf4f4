package io.snapkeeper.cli.watch;

import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.function.Supplier;

/**
 * One question that is put to one server again and again, never twice at a time: a server that
 * hangs costs one thread and delays nobody. Thread-safe.
 *
 * @param <T> the answer, which also says what went wrong
 */
final class Inquiry<T> {

  private final Supplier<T> question;
  private T answer;
  private RuntimeException fault;
  private long sinceNanos;
  private boolean asking;

  /**
   * @param question blocks, for a limited time
   * @param nowNanos as {@link System#nanoTime}
   */
  Inquiry(Supplier<T> question, long nowNanos) {
    this.question = question;
    sinceNanos = nowNanos;
  }

  /** Asks, unless the last question is still open. */
  void ask(Executor executor) {
    synchronized (this) {
      if (asking) {
        return;
      }
      asking = true;
    }
    executor.execute(this::run);
  }

  private void run() {
    T got = null;
    RuntimeException failed = null;
    try {
      got = question.get();
    } catch (RuntimeException e) {
      failed = e;
    }
    synchronized (this) {
      asking = false;
      answer = got;
      fault = failed;
      sinceNanos = System.nanoTime();
      notifyAll();
    }
  }

  /** Waits until the question is answered, but not beyond the deadline. */
  synchronized void await(long deadlineNanos) throws InterruptedException {
    while (asking) {
      long leftMillis = (deadlineNanos - System.nanoTime()) / 1_000_000;
      if (leftMillis <= 0) {
        return;
      }
      wait(leftMillis);
    }
  }

  /**
   * The latest answer; empty if there is none, or none of late while the question is open again.
   *
   * @param freshNanos how old an answer may be
   */
  synchronized Optional<T> latest(long nowNanos, long freshNanos) {
    return asking && nowNanos - sinceNanos > freshNanos
        ? Optional.empty()
        : Optional.ofNullable(answer);
  }

  /** Why there is no answer, in a few words. */
  synchronized String silence(long nowNanos) {
    return fault != null
        ? fault.toString()
        : "no answer for " + Math.max(0, (nowNanos - sinceNanos) / 1_000_000_000) + " s";
  }
}
