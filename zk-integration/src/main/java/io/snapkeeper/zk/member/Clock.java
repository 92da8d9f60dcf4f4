package io.snapkeeper.zk.member;

import java.util.concurrent.TimeUnit;

/** A monotonic clock in milliseconds; its zero means nothing. */
public interface Clock {

  /** The JVM's own. */
  Clock MONOTONIC = () -> TimeUnit.NANOSECONDS.toMillis(System.nanoTime());

  long nowMillis();
}
