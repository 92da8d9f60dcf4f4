package io.snapkeeper.metrics.http;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;

/** Requests of pieces that are right, wrong, cut off, or too long. */
public final class MalformedRequests {

  static final List<String> PATHS =
      List.of("/metrics", "/", "/timeline", "/timeline/recent", "/page/page.css");

  private static final List<String> PIECES =
      List.of(
          "GET ",
          "HEAD ",
          "POST ",
          "G\0T ",
          "/metrics",
          "/",
          "/timeline",
          "/timeline/recent?since=%00",
          "/page/page.js",
          "/page/%2e%2e/%2e%2e/etc/passwd",
          "If-None-Match: \"\r\n",
          "If-None-Match: *\r\n",
          "/../../etc/passwd",
          "/metrics?name[]=x&%zz",
          "http://[::1]:99999999/metrics",
          "*",
          " HTTP/1.1\r\n",
          " HTTP/1.0\r\n",
          " HTTP/9.9\r\n",
          "\r\n",
          "\n",
          "\r",
          "Host: localhost\r\n",
          "Connection: keep-alive\r\n",
          "Connection: close\r\n",
          "Content-Length: 5\r\n",
          "Content-Length: -1\r\n",
          "Content-Length: 99999999999999999999\r\n",
          "Transfer-Encoding: chunked\r\n",
          "Transfer-Encoding: gzip, chunked\r\n",
          "ffffffffffffffff\r\n",
          "Expect: 100-continue\r\n",
          "Accept: application/openmetrics-text; version=1.0.0\r\n",
          "Accept: ;;;q=\r\n",
          "Accept-Encoding: gzip\r\n",
          "Authorization: Basic ====\r\n",
          ": no name\r\n",
          " folded\r\n",
          "X: " + "x".repeat(20_000) + "\r\n",
          "Y: y\r\n".repeat(300),
          "hello");

  private MalformedRequests() {}

  /**
   * Sends one request to an endpoint on loopback, and waits for its answer or the end of the
   * connection.
   *
   * @param seed what it is made of
   * @throws IOException if there is neither within ten seconds
   */
  public static void send(int port, long seed) throws IOException {
    EndpointClient.raw(port, of(new Random(seed)));
  }

  private static byte[] of(Random random) {
    StringBuilder text = new StringBuilder();
    if (random.nextInt(4) > 0) {
      text.append("GET ")
          .append(PATHS.get(random.nextInt(PATHS.size())))
          .append(" HTTP/1.1\r\nHost: localhost\r\n");
    }
    for (int pieces = random.nextInt(8); pieces > 0; pieces--) {
      text.append(PIECES.get(random.nextInt(PIECES.size())));
    }
    if (random.nextInt(3) > 0) {
      text.append("\r\n");
    }
    byte[] bytes = text.toString().getBytes(StandardCharsets.ISO_8859_1);
    for (int flips = random.nextInt(3); flips > 0 && bytes.length > 0; flips--) {
      bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
    }
    return bytes;
  }
}
