package io.snapkeeper.metrics.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import io.snapkeeper.metrics.FixedFigures;
import io.snapkeeper.metrics.history.Timeline;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

/** What Prometheus' own tool says of the metrics' names, types and units. */
class PromtoolTest {

  private final FixedFigures figures = new FixedFigures();

  @Test
  void itHasNothingToSay() throws Exception {
    figures.leader = Optional.of(FixedFigures.LEADER);
    figures.durations.commits().record(300_000);
    Process promtool = start();
    byte[] text;
    try (MetricsEndpoint endpoint =
        MetricsEndpoint.start(
            new EndpointConfig("127.0.0.1", 0, Optional.empty(), Optional.empty()),
            figures,
            new Timeline("run"),
            (place, fault) -> {})) {
      text = EndpointClient.of(endpoint).get("/metrics").body();
    }
    try (OutputStream in = promtool.getOutputStream()) {
      in.write(text);
    }
    String said = new String(promtool.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(promtool.waitFor()).as(said).isZero();
    assertThat(said).isEmpty();
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
