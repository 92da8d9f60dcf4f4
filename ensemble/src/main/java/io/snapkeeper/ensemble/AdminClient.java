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
import java.net.http.HttpTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;

/** A ZooKeeper AdminServer, asked over HTTP. Thread-safe. */
public final class AdminClient {

  private static final ObjectMapper JSON = new ObjectMapper();

  /** More than the status of the largest ensemble; who talks on and on is no AdminServer. */
  private static final int LONGEST_ANSWER_BYTES = 16 << 20;

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
   * @throws IOException if there is no answer in time, it is too long or no JSON object, or the
   *     status is an error
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
    CompletableFuture<HttpResponse<byte[]>> response =
        HTTP.sendAsync(request, head -> new BoundedBody(LONGEST_ANSWER_BYTES));
    try {
      // The request's own timeout ends with the head of the answer.
      HttpResponse<byte[]> answer = response.get(timeout.toMillis(), TimeUnit.MILLISECONDS);
      return parse(request.uri(), answer.statusCode(), answer.body());
    } catch (TimeoutException e) {
      throw new HttpTimeoutException(request.uri() + " gave no whole answer in " + timeout);
    } catch (ExecutionException e) {
      throw e.getCause() instanceof IOException failed ? failed : new IOException(e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted while asking " + request.uri());
    } finally {
      response.cancel(true);
    }
  }

  /** What a server has answered; every AdminServer answers with a JSON object. */
  static JsonNode parse(URI asked, int status, byte[] body) throws IOException {
    JsonNode answer;
    try {
      answer = JSON.readTree(body);
    } catch (JsonProcessingException e) {
      throw notJson(asked, status, e);
    }
    if (!answer.isObject()) {
      throw notJson(asked, status, null);
    }
    if (status / 100 != 2) {
      String error = answer.path("error").asText("");
      throw new IOException(asked + " answered " + status + (error.isEmpty() ? "" : ": " + error));
    }
    return answer;
  }

  private static IOException notJson(URI asked, int status, Exception cause) {
    return new IOException(asked + " answered " + status + " with something not JSON", cause);
  }

  private static String encode(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }
}
