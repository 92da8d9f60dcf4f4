package io.snapkeeper.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;

class ProgressLineTest {

  private final StringWriter text = new StringWriter();
  private long nowNanos = 5_000_000_000L;

  private ProgressLine line(boolean terminal) {
    return new ProgressLine(new PrintWriter(text), terminal, () -> nowNanos);
  }

  private void pass(double seconds) {
    nowNanos += Math.round(seconds * 1e9);
  }

  @Test
  void onATerminalOneLineIsWrittenOverAndWiped() {
    try (ProgressLine line = line(true)) {
      pass(10);
      line.show(0.25, "1 of 4 runs done");
      pass(10);
      line.show(0.5, "2 of 4 runs done");
    }
    assertThat(text.toString())
        .isEqualTo(
            "\r[######..................]  25%  1 of 4 runs done, about 30 s left\033[K"
                + "\r[############............]  50%  2 of 4 runs done, about 20 s left\033[K"
                + "\r\033[K");
  }

  @Test
  void elsewhereALineComesNowAndThen() {
    try (ProgressLine line = line(false)) {
      for (int i = 1; i <= 300; i++) {
        pass(0.1);
        line.show(i / 30_000.0, "0 of 3 runs done");
      }
    }
    assertThat(text.toString().lines())
        .containsExactly("0%  0 of 3 runs done", "0%  0 of 3 runs done", "1%  0 of 3 runs done");
  }

  @Test
  void inALongRunTheLinesBecomeRarer() {
    try (ProgressLine line = line(false)) {
      for (int second = 1; second <= 3_600; second++) {
        pass(1);
        line.show(second / 3_600.0, "0 of 3 runs done");
      }
    }
    assertThat(text.toString().lines()).hasSizeBetween(25, 45);
  }

  @Test
  void aLongTimeLeftIsGivenInMinutes() {
    try (ProgressLine line = line(false)) {
      pass(60);
      line.show(0.1, "0 of 3 runs done");
    }
    assertThat(text.toString().strip()).isEqualTo("10%  0 of 3 runs done, about 9 min left");
  }

  @Test
  void aShortRunWithoutATerminalPrintsNothing() {
    try (ProgressLine line = line(false)) {
      pass(1);
      line.show(1, "3 of 3 runs done");
    }
    assertThat(text.toString()).isEmpty();
  }
}
