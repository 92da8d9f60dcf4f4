package io.snapkeeper.metrics.http;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import io.prometheus.metrics.expositionformats.ExpositionFormatWriter;
import io.prometheus.metrics.expositionformats.ExpositionFormats;
import io.snapkeeper.metrics.exposition.MetricsSource;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.function.BiConsumer;
import java.util.zip.GZIPOutputStream;

/** Answers GET and HEAD for two paths, and nothing else. Thread-safe. */
final class ScrapeHandler implements HttpHandler {

  private static final String METRICS = "/metrics";
  private static final String PLAIN_TEXT = "text/plain; charset=utf-8";
  private static final String INDEX = "Snapkeeper\n\n" + METRICS + "  metrics for Prometheus\n";
  private static final int NO_BODY = -1;

  private final ExpositionFormats formats = ExpositionFormats.init();
  private final MetricsSource source;
  private final BiConsumer<String, Throwable> faults;

  /**
   * @param faults is told of faults of the source, with their place
   */
  ScrapeHandler(MetricsSource source, BiConsumer<String, Throwable> faults) {
    this.source = source;
    this.faults = faults;
  }

  @Override
  public void handle(HttpExchange exchange) throws IOException {
    try (exchange) {
      String path = exchange.getRequestURI().getPath();
      if (!METRICS.equals(path) && !"/".equals(path)) {
        text(exchange, 404, "not found\n");
      } else if (!isRead(exchange)) {
        exchange.getResponseHeaders().set("Allow", "GET, HEAD");
        text(exchange, 405, "only GET and HEAD\n");
      } else if (METRICS.equals(path)) {
        metrics(exchange);
      } else {
        text(exchange, 200, INDEX);
      }
    }
  }

  private static boolean isRead(HttpExchange exchange) {
    return exchange.getRequestMethod().equals("GET") || isHead(exchange);
  }

  private static boolean isHead(HttpExchange exchange) {
    return exchange.getRequestMethod().equals("HEAD");
  }

  private void metrics(HttpExchange exchange) throws IOException {
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    String contentType;
    try {
      String accepted = exchange.getRequestHeaders().getFirst("Accept");
      ExpositionFormatWriter writer = formats.findWriter(accepted);
      writer.write(body, source.collect());
      contentType = writer.getContentType();
    } catch (Throwable t) { // the scraper sees a failed scrape, the server goes on
      faults.accept("the metrics of a scrape", t);
      text(exchange, 500, "the metrics could not be read, see the server's log\n");
      return;
    }
    answer(exchange, 200, contentType, body.toByteArray());
  }

  private static void text(HttpExchange exchange, int status, String text) throws IOException {
    answer(exchange, status, PLAIN_TEXT, text.getBytes(StandardCharsets.UTF_8));
  }

  private static void answer(HttpExchange exchange, int status, String contentType, byte[] body)
      throws IOException {
    exchange.getResponseHeaders().set("Content-Type", contentType);
    exchange.getResponseHeaders().set("X-Content-Type-Options", "nosniff");
    byte[] sent = body;
    if (acceptsGzip(exchange)) {
      exchange.getResponseHeaders().set("Content-Encoding", "gzip");
      sent = compressed(body);
    }
    if (isHead(exchange)) {
      exchange.getResponseHeaders().set("Content-Length", Integer.toString(sent.length));
      exchange.sendResponseHeaders(status, NO_BODY);
      return;
    }
    exchange.sendResponseHeaders(status, sent.length);
    try (OutputStream out = exchange.getResponseBody()) {
      out.write(sent);
    }
  }

  private static boolean acceptsGzip(HttpExchange exchange) {
    String accepted = exchange.getRequestHeaders().getFirst("Accept-Encoding");
    return accepted != null && accepted.contains("gzip");
  }

  private static byte[] compressed(byte[] body) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(bytes)) {
      gzip.write(body);
    }
    return bytes.toByteArray();
  }
}
