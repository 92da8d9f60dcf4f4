package io.snapkeeper.ensemble;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.http.HttpTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever listens where an AdminServer is expected is asked in bounded time and space. */
@Timeout(20)
class AdminClientTest {

  private final ExecutorService threads = Executors.newCachedThreadPool();
  private HttpServer server;

  @BeforeEach
  void start() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(threads);
    server.start();
  }

  @AfterEach
  void stop() {
    server.stop(0);
    threads.shutdownNow();
  }

  /** What the server sends after the head. */
  private interface Body {
    void to(OutputStream out) throws IOException, InterruptedException;
  }

  private AdminClient answering(Duration timeout, Body body) {
    server.createContext(
        "/",
        exchange -> {
          exchange.sendResponseHeaders(200, 0);
          try (OutputStream out = exchange.getResponseBody()) {
            body.to(out);
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
        });
    String host = server.getAddress().getAddress().getHostAddress();
    return new AdminClient(host, server.getAddress().getPort(), timeout);
  }

  private AdminClient answering(String text) {
    return answering(
        Duration.ofSeconds(10), out -> out.write(text.getBytes(StandardCharsets.UTF_8)));
  }

  @Test
  void anAnswerIsReadWhole() throws IOException {
    assertThat(answering("{\"a\": {\"b\": 7}}").get("x").path("a").path("b").asInt()).isEqualTo(7);
  }

  @Test
  void oneWithoutAnEndIsTooLong() {
    AdminClient endless =
        answering(
            Duration.ofSeconds(15),
            out -> {
              byte[] blanks = " ".repeat(1 << 16).getBytes(StandardCharsets.US_ASCII);
              while (true) {
                out.write(blanks);
              }
            });
    assertThatThrownBy(() -> endless.get("x"))
        .isInstanceOf(IOException.class)
        .hasMessage("the answer is longer than 16777216 bytes");
  }

  @Test
  void oneThatComesByteByByteIsNotWaitedForLongerThanAllowed() {
    AdminClient slow =
        answering(
            Duration.ofMillis(700),
            out -> {
              while (true) {
                out.write(' ');
                out.flush();
                Thread.sleep(50);
              }
            });
    assertThatThrownBy(() -> slow.get("x")).isInstanceOf(HttpTimeoutException.class);
  }

  /** A server that says nothing of itself was taken for one with the plugin. */
  @ParameterizedTest
  @ValueSource(strings = {"", "[]", "3", "null", "<html>", "{\"a\": "})
  void whatIsNoJsonObjectIsNoAnswer(String text) {
    assertThatThrownBy(() -> answering(text).get("x"))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("answered 200 with something not JSON");
  }
}
