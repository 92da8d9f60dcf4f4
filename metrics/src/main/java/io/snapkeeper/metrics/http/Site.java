package io.snapkeeper.metrics.http;

import io.snapkeeper.metrics.exposition.MetricsSource;
import io.snapkeeper.metrics.history.Timeline;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;

/** What an endpoint serves, by path. */
final class Site {

  private static final String METRICS = "/metrics";

  private Site() {}

  /** The metrics, and a line that says where they are. */
  static Map<String, Resource> metrics(MetricsSource source) {
    return Map.of(METRICS, new Scrape(source), "/", new Index());
  }

  /**
   * The metrics and the page.
   *
   * @param timeline what the page shows
   * @throws IOException if a file of the page is not in the jar
   */
  static Map<String, Resource> page(MetricsSource source, Timeline timeline) throws IOException {
    Map<String, Resource> resources = new LinkedHashMap<>(PageFile.all());
    resources.put(METRICS, new Scrape(source));
    resources.put("/timeline", new TimelineData(timeline, Timeline.Extent.HOUR));
    resources.put("/timeline/recent", new TimelineData(timeline, Timeline.Extent.RECENT));
    return resources;
  }

  private record Index() implements Resource {

    @Override
    public String name() {
      return "the index";
    }

    @Override
    public Answer get(String accept) {
      return Answer.text(200, "Snapkeeper\n\n" + METRICS + "  metrics for Prometheus\n");
    }
  }
}
