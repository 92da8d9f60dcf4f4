package io.snapkeeper.monitoring.prometheus;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.snapkeeper.monitoring.prometheus.Series.Point;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Queries of a running Prometheus. Thread-safe. */
public final class PrometheusApi {

  private static final Duration TIMEOUT = Duration.ofSeconds(20);

  private final HttpClient client = HttpClient.newHttpClient();
  private final ObjectMapper mapper = new ObjectMapper();
  private final URI address;

  PrometheusApi(URI address) {
    this.address = address;
  }

  /** The series of an expression now, each with one point. */
  public List<Series> query(String expression) {
    return series(post("query", Map.of("query", expression)));
  }

  /** The series of an expression at some time, each with one point. */
  public List<Series> queryAt(String expression, Instant time) {
    return series(post("query", Map.of("query", expression, "time", time.toString())));
  }

  /** The series of an expression over time. */
  public List<Series> queryRange(String expression, Instant from, Instant to, Duration step) {
    return series(
        post(
            "query_range",
            Map.of(
                "query",
                expression,
                "start",
                from.toString(),
                "end",
                to.toString(),
                "step",
                step.toMillis() / 1e3 + "")));
  }

  private JsonNode post(String what, Map<String, String> parameters) {
    String form =
        parameters.entrySet().stream()
            .map(entry -> entry.getKey() + "=" + encoded(entry.getValue()))
            .collect(Collectors.joining("&"));
    HttpRequest request =
        HttpRequest.newBuilder(address.resolve("/api/v1/" + what))
            .header("Content-Type", "application/x-www-form-urlencoded")
            .timeout(TIMEOUT)
            .POST(BodyPublishers.ofString(form))
            .build();
    try {
      JsonNode answer = mapper.readTree(client.send(request, BodyHandlers.ofString()).body());
      if (!answer.path("status").asText().equals("success")) {
        throw new IllegalArgumentException(parameters + ": " + answer);
      }
      return answer.path("data").path("result");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted during a query", e);
    }
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }

  private static List<Series> series(JsonNode result) {
    List<Series> all = new ArrayList<>();
    for (JsonNode one : result) {
      Map<String, String> labels = new HashMap<>();
      one.path("metric")
          .properties()
          .forEach(label -> labels.put(label.getKey(), label.getValue().asText()));
      List<Point> points = new ArrayList<>();
      if (one.has("value")) {
        points.add(point(one.path("value")));
      }
      one.path("values").forEach(value -> points.add(point(value)));
      all.add(new Series(labels, points));
    }
    return all;
  }

  private static Point point(JsonNode pair) {
    String value = pair.get(1).asText();
    return new Point(
        pair.get(0).asDouble(),
        switch (value) {
          case "+Inf" -> Double.POSITIVE_INFINITY;
          case "-Inf" -> Double.NEGATIVE_INFINITY;
          default -> Double.parseDouble(value);
        });
  }
}
