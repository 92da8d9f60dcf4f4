package io.snapkeeper.monitoring.grafana;

import io.snapkeeper.monitoring.dashboard.Tone;

/** Colours of the palette of Okabe and Ito, which the colour-blind can tell apart. */
final class Colours {

  /** Of a mark on a state timeline. */
  static final String MARK = "#0072B2";

  private Colours() {}

  static String of(Tone tone) {
    return switch (tone) {
      case GOOD -> "#009E73";
      case WARNING -> "#E69F00";
      case BAD -> "#D55E00";
    };
  }
}
