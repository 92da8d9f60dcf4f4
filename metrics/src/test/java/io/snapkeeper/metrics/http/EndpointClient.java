package io.snapkeeper.metrics.http;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;

/** Asks an endpoint on loopback. */
final class EndpointClient {

  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final int RAW_MILLIS_MAX = 10_000;

  private final HttpClient http;
  private final String base;

  EndpointClient(HttpClient http, String scheme, int port) {
    this.http = http;
    this.base = scheme + "://127.0.0.1:" + port;
  }

  static EndpointClient of(MetricsEndpoint endpoint) {
    return new EndpointClient(HttpClient.newHttpClient(), "http", endpoint.port());
  }

  HttpResponse<byte[]> get(String path, String... headers)
      throws IOException, InterruptedException {
    return send("GET", path, headers);
  }

  HttpResponse<byte[]> send(String method, String path, String... headers)
      throws IOException, InterruptedException {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(base + path))
            .timeout(PATIENCE)
            .method(method, HttpRequest.BodyPublishers.noBody());
    if (headers.length > 0) {
      request.headers(headers);
    }
    return http.send(request.build(), HttpResponse.BodyHandlers.ofByteArray());
  }

  /**
   * The status line that these bytes are answered with; empty if with the end of the connection.
   */
  static Optional<String> raw(int port, byte[] request) throws IOException {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      socket.setSoTimeout(RAW_MILLIS_MAX);
      socket.getOutputStream().write(request);
      socket.shutdownOutput();
      return new String(socket.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1)
          .lines()
          .findFirst();
    } catch (SocketTimeoutException e) {
      throw e;
    } catch (IOException e) {
      return Optional.empty(); // reset
    }
  }
}
