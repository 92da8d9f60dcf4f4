package io.snapkeeper.metrics.http;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Map;
import java.util.function.BiConsumer;

/**
 * Answers GET and HEAD for the paths that it is made with, and nothing else. All answers have the
 * same security headers. Thread-safe.
 */
final class SiteHandler implements HttpHandler {

  private static final int NO_BODY = -1;

  private final Map<String, Resource> resources;
  private final BiConsumer<String, Throwable> faults;

  /**
   * @param resources by path
   * @param faults is told of faults of the resources, with their name
   */
  SiteHandler(Map<String, Resource> resources, BiConsumer<String, Throwable> faults) {
    this.resources = Map.copyOf(resources);
    this.faults = faults;
  }

  @Override
  public void handle(HttpExchange exchange) throws IOException {
    try (exchange) {
      Resource resource = resources.get(exchange.getRequestURI().getPath());
      if (resource == null) {
        send(exchange, Answer.text(404, "not found\n"));
      } else if (!exchange.getRequestMethod().equals("GET") && !isHead(exchange)) {
        exchange.getResponseHeaders().set("Allow", "GET, HEAD");
        send(exchange, Answer.text(405, "only GET and HEAD\n"));
      } else {
        send(exchange, answer(resource, exchange));
      }
    }
  }

  private Answer answer(Resource resource, HttpExchange exchange) {
    try {
      return resource.get(exchange.getRequestHeaders().getFirst("Accept"));
    } catch (Throwable t) { // the client sees a failed request, the server goes on
      faults.accept(resource.name(), t);
      return Answer.text(500, resource.name() + " could not be read, see the server's log\n");
    }
  }

  private static boolean isHead(HttpExchange exchange) {
    return exchange.getRequestMethod().equals("HEAD");
  }

  private static void send(HttpExchange exchange, Answer answer) throws IOException {
    Headers headers = exchange.getResponseHeaders();
    SecurityHeaders.addTo(headers);
    headers.set("Cache-Control", answer.caching());
    headers.set("Vary", "Accept, Accept-Encoding");
    answer.etag().ifPresent(etag -> headers.set("ETag", etag));
    if (isKnown(exchange, answer)) {
      exchange.sendResponseHeaders(304, NO_BODY);
      return;
    }
    headers.set("Content-Type", answer.contentType());
    byte[] sent;
    if (header(exchange, "Accept-Encoding").contains("gzip")) {
      headers.set("Content-Encoding", "gzip");
      sent = answer.content().gzip();
    } else {
      sent = answer.content().plain();
    }
    if (isHead(exchange)) {
      headers.set("Content-Length", Integer.toString(sent.length));
      exchange.sendResponseHeaders(answer.status(), NO_BODY);
      return;
    }
    exchange.sendResponseHeaders(answer.status(), sent.length);
    try (OutputStream out = exchange.getResponseBody()) {
      out.write(sent);
    }
  }

  /** Whether the client has this content. */
  private static boolean isKnown(HttpExchange exchange, Answer answer) {
    return answer.etag().filter(header(exchange, "If-None-Match")::contains).isPresent();
  }

  private static String header(HttpExchange exchange, String name) {
    String value = exchange.getRequestHeaders().getFirst(name);
    return value == null ? "" : value;
  }
}
