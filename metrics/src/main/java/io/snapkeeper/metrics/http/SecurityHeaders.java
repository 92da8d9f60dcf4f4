package io.snapkeeper.metrics.http;

import com.sun.net.httpserver.Headers;
import java.util.Map;

/** What a browser may do with an answer: show it, with nothing that comes from elsewhere. */
final class SecurityHeaders {

  private static final Map<String, String> HEADERS =
      Map.of(
          "Content-Security-Policy",
          "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self';"
              + " img-src 'self' data:; base-uri 'none'; form-action 'none';"
              + " frame-ancestors 'none'",
          "X-Content-Type-Options",
          "nosniff",
          "Referrer-Policy",
          "no-referrer",
          "Cross-Origin-Resource-Policy",
          "same-origin");

  private SecurityHeaders() {}

  static void addTo(Headers headers) {
    HEADERS.forEach(headers::set);
  }
}
