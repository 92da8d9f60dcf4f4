package io.snapkeeper.ensemble;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** A ZooKeeper AdminServer, asked over HTTP. Thread-safe. */
public final class AdminClient {

  private static final ObjectMapper JSON = new ObjectMapper();

  // One for all: each HttpClient has a selector thread of its own that lives until it is collected.
  private static final HttpClient HTTP =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .followRedirects(HttpClient.Redirect.NEVER)
          .connectTimeout(Duration.ofSeconds(5))
          .build();

  private final String host;
  private final int port;
  private final Duration timeout;

  /**
   * @param timeout for each whole answer
   */
  public AdminClient(String host, int port, Duration timeout) {
    this.host = host;
    this.port = port;
    this.timeout = timeout;
  }

  /**
   * GET /commands/{command}.
   *
   * @throws IOException if there is no answer in time, it is no JSON, or the status is an error
   */
  public JsonNode get(String command) throws IOException {
    return send(HttpRequest.newBuilder(uri(command)).timeout(timeout).GET().build());
  }

  /**
   * POST /commands/{command} with form fields.
   *
   * @param authorization the value of the Authorization header, "digest user:password"; never
   *     repeated in an error
   * @throws IOException as {@link #get}; a status of 401 or 403 is named as such
   */
  public JsonNode post(String command, Map<String, String> form, Optional<String> authorization)
      throws IOException {
    String body =
        form.entrySet().stream()
            .map(field -> encode(field.getKey()) + "=" + encode(field.getValue()))
            .collect(Collectors.joining("&"));
    HttpRequest.Builder request =
        HttpRequest.newBuilder(uri(command))
            .timeout(timeout)
            .header("Content-Type", "application/x-www-form-urlencoded")
            .POST(HttpRequest.BodyPublishers.ofString(body));
    authorization.ifPresent(value -> request.header("Authorization", value));
    return send(request.build());
  }

  private URI uri(String command) {
    String literal = host.contains(":") && !host.startsWith("[") ? "[" + host + "]" : host;
    return URI.create("http://" + literal + ":" + port + "/commands/" + command);
  }

  private JsonNode send(HttpRequest request) throws IOException {
    HttpResponse<String> response;
    try {
      response = HTTP.send(request, HttpResponse.BodyHandlers.ofString(StandardCharsets.UTF_8));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted while asking " + request.uri());
    }
    JsonNode answer;
    try {
      answer = JSON.readTree(response.body());
    } catch (JsonProcessingException e) {
      throw new IOException(
          request.uri() + " answered " + response.statusCode() + " with something not JSON", e);
    }
    if (response.statusCode() / 100 != 2) {
      String error = answer.path("error").asText("");
      throw new IOException(
          request.uri()
              + " answered "
              + response.statusCode()
              + (error.isEmpty() ? "" : ": " + error));
    }
    return answer;
  }

  private static String encode(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }
}
