package io.snapkeeper.metrics.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.snapkeeper.metrics.FixedFigures;
import io.snapkeeper.metrics.history.Decisions;
import io.snapkeeper.metrics.history.Timeline;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.zip.GZIPInputStream;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MetricsEndpointTest {

  private final FixedFigures figures = new FixedFigures();
  private final List<String> faults = Collections.synchronizedList(new ArrayList<>());
  private MetricsEndpoint endpoint;
  @TempDir Path directory;

  @AfterEach
  void close() {
    if (endpoint != null) {
      endpoint.close();
    }
  }

  @Test
  void textIsTheDefault() throws Exception {
    HttpResponse<byte[]> response = start(Optional.empty(), Optional.empty()).get("/metrics");
    assertThat(response.statusCode()).isEqualTo(200);
    assertThat(contentType(response)).startsWith("text/plain; version=0.0.4");
    assertThat(text(response))
        .contains("# TYPE snapkeeper_backlog_transactions gauge")
        .contains("snapkeeper_backlog_transactions 700.0")
        .contains("jvm_memory_used_bytes")
        .contains("jvm_threads_live_threads")
        .contains("process_cpu_usage");
  }

  @Test
  void openMetricsAndProtobufAreServedToThoseWhoAsk() throws Exception {
    figures.durations.commits().record(300_000);
    EndpointClient client = start(Optional.empty(), Optional.empty());
    HttpResponse<byte[]> open =
        client.get("/metrics", "Accept", "application/openmetrics-text; version=1.0.0");
    assertThat(contentType(open)).startsWith("application/openmetrics-text");
    assertThat(text(open)).endsWith("# EOF\n").contains("snapkeeper_faults_total 9.0");

    String accepted =
        "application/vnd.google.protobuf;proto=io.prometheus.client.MetricFamily;encoding=delimited";
    HttpResponse<byte[]> protobuf = client.get("/metrics", "Accept", accepted);
    assertThat(contentType(protobuf)).startsWith("application/vnd.google.protobuf");
    assertThat(new String(protobuf.body(), StandardCharsets.ISO_8859_1))
        .contains("snapkeeper_commit_duration_seconds");
  }

  @Test
  void gzipIsServedToThoseWhoAsk() throws Exception {
    HttpResponse<byte[]> response =
        start(Optional.empty(), Optional.empty()).get("/metrics", "Accept-Encoding", "gzip");
    assertThat(response.headers().firstValue("Content-Encoding")).contains("gzip");
    try (GZIPInputStream in = new GZIPInputStream(new ByteArrayInputStream(response.body()))) {
      assertThat(new String(in.readAllBytes(), StandardCharsets.UTF_8))
          .contains("snapkeeper_faults_total");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/metricsx",
        "/metrics/",
        "/metrics/x",
        "/x",
        "/metrics%2f",
        "/timeline/",
        "/timeline/recentx",
        "/page",
        "/page/",
        "/page/../metrics",
        "/page/index.html",
        "/index.html",
        "/favicon.ico"
      })
  void otherPathsAreNotFound(String path) throws Exception {
    assertThat(start(Optional.empty(), Optional.empty()).get(path).statusCode()).isEqualTo(404);
  }

  /** A URI with a host and no path: the JDK's server itself refuses it from 17.0.21.1 on. */
  @Test
  void anotherHostInThePlaceOfThePathIsNotServed() throws Exception {
    assertThat(start(Optional.empty(), Optional.empty()).get("//metrics").statusCode())
        .isIn(400, 404);
  }

  @ParameterizedTest
  @CsvSource({"POST, 405", "PUT, 405", "DELETE, 405", "OPTIONS, 405", "HEAD, 200"})
  void onlyGetAndHeadAreServed(String method, int status) throws Exception {
    HttpResponse<byte[]> response =
        start(Optional.empty(), Optional.empty()).send(method, "/metrics");
    assertThat(response.statusCode()).isEqualTo(status);
    if (status == 405) {
      assertThat(response.headers().firstValue("Allow")).contains("GET, HEAD");
    } else {
      assertThat(response.body()).isEmpty();
    }
  }

  @Test
  void aFaultOfTheFiguresIsRecordedAndSaysNothingOfTheServer() throws Exception {
    EndpointClient client = start(Optional.empty(), Optional.empty());
    figures.fault = new IllegalStateException("secret");
    HttpResponse<byte[]> response = afterTheHeldFigures(client, 500);
    assertThat(text(response)).doesNotContain("secret").doesNotContain("Exception");
    assertThat(faults).containsOnly("the metrics of a scrape");

    figures.fault = null;
    assertThat(client.get("/metrics").statusCode()).isEqualTo(200);
  }

  /** Figures of the start are held for a moment. */
  private static HttpResponse<byte[]> afterTheHeldFigures(EndpointClient client, int status)
      throws Exception {
    HttpResponse<byte[]> response = client.get("/metrics");
    for (int i = 0; i < 100 && response.statusCode() != status; i++) {
      Thread.sleep(20);
      response = client.get("/metrics");
    }
    assertThat(response.statusCode()).isEqualTo(status);
    return response;
  }

  @Test
  void aTakenPortIsSaid() throws Exception {
    start(Optional.empty(), Optional.empty());
    EndpointConfig same = config(endpoint.port(), Optional.empty(), Optional.empty());
    assertThatThrownBy(
            () ->
                MetricsEndpoint.start(
                    same, figures, new Timeline("run", new Decisions()), (place, fault) -> {}))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("cannot listen on 127.0.0.1:" + endpoint.port());
  }

  @Test
  void anUnknownHostIsSaid() {
    EndpointConfig unknown =
        new EndpointConfig("no-such-host.invalid", 17_000, Optional.empty(), Optional.empty());
    assertThatThrownBy(
            () ->
                MetricsEndpoint.start(
                    unknown, figures, new Timeline("run", new Decisions()), (place, fault) -> {}))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("cannot listen on no-such-host.invalid:17000");
  }

  @Test
  void onlyWhoKnowsThePasswordMayScrape() throws Exception {
    Path file = directory.resolve("users");
    Files.writeString(file, "# scrapers\n\n" + PasswordLine.of("prometheus", "s3cret:word") + "\n");
    EndpointClient client = start(Optional.empty(), Optional.of(PasswordFile.read(file)));
    HttpResponse<byte[]> nobody = client.get("/metrics");
    assertThat(nobody.statusCode()).isEqualTo(401);
    assertThat(nobody.headers().firstValue("WWW-Authenticate")).isPresent();
    assertThat(text(nobody)).doesNotContain("snapkeeper_");
    for (String credentials :
        List.of("prometheus:wrong", "other:s3cret:word", "prometheus:", "prometheus", ":", "")) {
      assertThat(client.get("/metrics", "Authorization", basic(credentials)).statusCode())
          .as(credentials)
          .isEqualTo(401);
    }
    for (String header : List.of("Basic", "Basic !!!", "Bearer x", "Basic  ")) {
      assertThat(client.get("/metrics", "Authorization", header).statusCode())
          .as(header)
          .isEqualTo(401);
    }
    for (String path : List.of("/", "/page/page.js", "/timeline", "/timeline/recent", "/x")) {
      assertThat(client.get(path).statusCode()).as(path).isEqualTo(401);
    }
    for (int scrape = 0; scrape < 3; scrape++) {
      assertThat(
              client.get("/metrics", "Authorization", basic("prometheus:s3cret:word")).statusCode())
          .isEqualTo(200);
    }
  }

  private static String basic(String credentials) {
    return "Basic "
        + Base64.getEncoder().encodeToString(credentials.getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void withAKeyTheEndpointSpeaksTls() throws Exception {
    Path keystore = TestKeystore.make(directory);
    Path password = directory.resolve("password");
    Files.writeString(password, TestKeystore.PASSWORD + "\n");
    start(Optional.of(ServerKey.read(keystore, password)), Optional.empty());
    HttpClient trusting = HttpClient.newBuilder().sslContext(trust(keystore)).build();
    EndpointClient client = new EndpointClient(trusting, "https", endpoint.port());
    assertThat(text(client.get("/metrics"))).contains("snapkeeper_faults_total");
    assertThatThrownBy(
            () ->
                new EndpointClient(HttpClient.newHttpClient(), "https", endpoint.port())
                    .get("/metrics"))
        .isInstanceOf(IOException.class);
  }

  private static SSLContext trust(Path keystore) throws Exception {
    TrustManagerFactory trust =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    trust.init(KeyStore.getInstance(keystore.toFile(), TestKeystore.PASSWORD.toCharArray()));
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(null, trust.getTrustManagers(), null);
    return context;
  }

  @Test
  void noThreadOfItKeepsTheJvmAlive() throws Exception {
    start(Optional.empty(), Optional.empty()).get("/metrics");
    assertThat(Thread.getAllStackTraces().keySet())
        .filteredOn(
            thread ->
                thread.getName().startsWith("snapkeeper-metrics")
                    || thread.getName().contains("HTTP-Dispatcher"))
        .isNotEmpty()
        .allMatch(Thread::isDaemon);
  }

  private EndpointClient start(Optional<SSLContext> tls, Optional<PasswordFile> passwords)
      throws IOException {
    endpoint =
        MetricsEndpoint.start(
            config(0, tls, passwords),
            figures,
            new Timeline("run", new Decisions()),
            (place, fault) -> faults.add(place));
    return EndpointClient.of(endpoint);
  }

  private static EndpointConfig config(
      int port, Optional<SSLContext> tls, Optional<PasswordFile> passwords) {
    return new EndpointConfig("127.0.0.1", port, tls, passwords);
  }

  private static String contentType(HttpResponse<?> response) {
    return response.headers().firstValue("Content-Type").orElse("");
  }

  private static String text(HttpResponse<byte[]> response) {
    return new String(response.body(), StandardCharsets.UTF_8);
  }
}
