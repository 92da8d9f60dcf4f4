package io.snapkeeper.monitoring.dashboard;

/** What a panel's values are measured in. */
public enum Unit {
  /** Plain numbers. */
  COUNT,
  SECONDS,
  BYTES,
  BYTES_PER_SECOND,
  /** 1 is the whole, shown as a percentage. */
  SHARE
}
