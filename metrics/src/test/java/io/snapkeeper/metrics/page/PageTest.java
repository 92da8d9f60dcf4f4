package io.snapkeeper.metrics.page;

import static org.assertj.core.api.Assertions.assertThat;

import io.snapkeeper.metrics.FixedFigures;
import io.snapkeeper.metrics.history.Observation.Schedule;
import io.snapkeeper.metrics.history.Timeline;
import io.snapkeeper.metrics.http.EndpointConfig;
import io.snapkeeper.metrics.http.MetricsEndpoint;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PageTest {
  @TempDir static Path profile;

  @Test
  void look() throws Exception {
    Timeline timeline = new Timeline("run");
    new ScriptedEnsemble(timeline, Schedule.SCHEDULING, System.currentTimeMillis(), 600_000);
    try (MetricsEndpoint endpoint =
            MetricsEndpoint.start(
                new EndpointConfig("127.0.0.1", 0, Optional.empty(), Optional.empty()),
                new FixedFigures(),
                timeline,
                (place, fault) -> fault.printStackTrace());
        Browser browser = Browser.start(profile)) {
      browser.view(1280, 900, "light");
      browser.driver().get("http://127.0.0.1:" + endpoint.port() + "/");
      Thread.sleep(1500);
      browser.screenshot(Path.of("target/page-light.png"));
      browser.view(1280, 900, "dark");
      Thread.sleep(500);
      browser.screenshot(Path.of("target/page-dark.png"));
      browser.view(360, 800, "light");
      Thread.sleep(500);
      browser.screenshot(Path.of("target/page-narrow.png"));
      assertThat(browser.complaints()).isEmpty();
    }
  }
}
