package io.snapkeeper.metrics;

import static org.assertj.core.api.Assertions.fail;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Assumptions;

/** Prometheus' own tool, which knows the conventions for names, types and units. */
public final class Promtool {

  private Promtool() {}

  /**
   * What it says of a scrape.
   *
   * @param exitCode 0 if nothing, 3 if a metric breaks a convention
   */
  public record Verdict(int exitCode, String said) {}

  /** Ends the test where there is no promtool. */
  public static Verdict of(byte[] scrape) throws IOException, InterruptedException {
    Process promtool = start();
    try (OutputStream in = promtool.getOutputStream()) {
      in.write(scrape);
    }
    String said = new String(promtool.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return new Verdict(promtool.waitFor(), said);
  }

  private static Process start() {
    try {
      return new ProcessBuilder("promtool", "check", "metrics").redirectErrorStream(true).start();
    } catch (IOException e) {
      String reason = "no promtool (Debian: apt install prometheus)";
      if (System.getProperty("snapkeeper.require", "possible").equals("all")) {
        return fail("must run here (snapkeeper.require=all), but " + reason);
      }
      Assumptions.abort("metrics against promtool: " + reason);
      throw new IllegalStateException(e);
    }
  }
}
