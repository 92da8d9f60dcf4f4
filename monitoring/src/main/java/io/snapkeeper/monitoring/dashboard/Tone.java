package io.snapkeeper.monitoring.dashboard;

/** What a value means for the one who looks at it. */
public enum Tone {
  GOOD,
  /** Look into it during the day. */
  WARNING,
  /** Look into it now. */
  BAD
}
