package io.snapkeeper.metrics.provider;

import io.prometheus.metrics.expositionformats.ExpositionFormats;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;

/** Metrics as Prometheus reads them, in its text format. */
record Scrape(String text) {

  static Scrape of(SnapkeeperMetricsProvider provider) throws Exception {
    URI metrics =
        URI.create("http://127.0.0.1:%d/metrics".formatted(provider.port().orElseThrow()));
    return new Scrape(
        HttpClient.newHttpClient()
            .send(HttpRequest.newBuilder(metrics).build(), HttpResponse.BodyHandlers.ofString())
            .body());
  }

  static Scrape of(ProviderContext context) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try {
      ExpositionFormats.init()
          .findWriter("text/plain")
          .write(out, new MetricSnapshots(context.snapshots()));
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
    return new Scrape(out.toString(StandardCharsets.UTF_8));
  }

  /** Values by name and labels; a name that occurs twice throws. */
  Map<String, Double> samples() {
    Map<String, Double> samples = new TreeMap<>();
    text.lines()
        .filter(line -> !line.startsWith("#") && !line.isEmpty())
        .forEach(
            line -> {
              int space = line.lastIndexOf(' ');
              // the older client ends every list of labels with a comma
              String name = line.substring(0, space).replace(",}", "}");
              if (samples.put(name, Double.valueOf(line.substring(space + 1))) != null) {
                throw new IllegalStateException("twice in a scrape: " + name);
              }
            });
    return samples;
  }
}
