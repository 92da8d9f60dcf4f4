package io.snapkeeper.metrics.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.snapkeeper.metrics.FixedFigures;
import io.snapkeeper.metrics.Promtool;
import io.snapkeeper.metrics.history.Decisions;
import io.snapkeeper.metrics.history.Timeline;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What Prometheus' own tool says of the metrics' names, types and units. */
class PromtoolTest {

  private final FixedFigures figures = new FixedFigures();

  @Test
  void itHasNothingToSay() throws Exception {
    figures.leader = Optional.of(FixedFigures.LEADER);
    figures.durations.commits().record(300_000);
    byte[] text;
    try (MetricsEndpoint endpoint =
        MetricsEndpoint.start(
            new EndpointConfig("127.0.0.1", 0, Optional.empty(), Optional.empty()),
            figures,
            new Timeline("run", new Decisions()),
            (place, fault) -> {})) {
      text = EndpointClient.of(endpoint).get("/metrics").body();
    }
    assertThat(Promtool.of(text)).isEqualTo(new Promtool.Verdict(0, ""));
  }
}
