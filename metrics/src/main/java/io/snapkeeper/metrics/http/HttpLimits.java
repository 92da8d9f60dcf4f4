package io.snapkeeper.metrics.http;

import java.util.Map;

/**
 * Limits of the JDK's HTTP server, which are system properties of the whole JVM. The server reads
 * them once, when its first class is loaded.
 */
final class HttpLimits {

  /** Whoever has not sent a request of a few hundred bytes by then does not want to. */
  static final int REQUEST_SECONDS = 5;

  private static final Map<String, String> PROPERTIES =
      Map.of(
          "sun.net.httpserver.maxReqTime", Integer.toString(REQUEST_SECONDS),
          // A few hundred KB, over any network on which monitoring makes sense.
          "sun.net.httpserver.maxRspTime", "20",
          // Two scrapes a minute keep their connection, and the browsers of a team.
          "sun.net.httpserver.idleInterval", "60",
          "sun.net.httpserver.maxIdleConnections", "32",
          "sun.net.httpserver.maxReqHeaders", "50",
          "sun.net.httpserver.maxReqHeaderSize", "16384",
          // A body is not read: a scrape has none.
          "sun.net.httpserver.drainAmount", "4096",
          // Later releases of the JDK know it.
          "jdk.httpserver.maxConnections", "128");

  private HttpLimits() {}

  /** Sets each limit that the operator has not set. */
  static void apply() {
    PROPERTIES.forEach(
        (name, value) -> {
          if (System.getProperty(name) == null) {
            System.setProperty(name, value);
          }
        });
  }
}
