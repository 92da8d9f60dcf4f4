package io.snapkeeper.metrics.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.snapkeeper.metrics.FixedFigures;
import io.snapkeeper.metrics.history.Decisions;
import io.snapkeeper.metrics.history.Observations;
import io.snapkeeper.metrics.history.Timeline;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.http.HttpHeaders;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PageResourcesTest {

  /** Counts how often a document is made, and can fail. */
  private static final class CountedTimeline extends Timeline {

    final AtomicInteger documents = new AtomicInteger();
    volatile RuntimeException fault;

    CountedTimeline() {
      super("run", new Decisions());
    }

    @Override
    public String document(Extent extent) {
      documents.incrementAndGet();
      if (fault != null) {
        throw fault;
      }
      return super.document(extent);
    }
  }

  private final CountedTimeline timeline = new CountedTimeline();
  private final List<String> faults = new ArrayList<>();
  private MetricsEndpoint endpoint;
  private EndpointClient client;

  @BeforeEach
  void start() throws IOException {
    timeline.observe(Observations.at(10_000));
    endpoint =
        MetricsEndpoint.start(
            new EndpointConfig("127.0.0.1", 0, Optional.empty(), Optional.empty()),
            new FixedFigures(),
            timeline,
            (place, fault) -> faults.add(place));
    client = EndpointClient.of(endpoint);
  }

  @AfterEach
  void end() {
    endpoint.close();
  }

  @ParameterizedTest
  @CsvSource({
    "/, text/html; charset=utf-8",
    "/page/page.js, text/javascript; charset=utf-8",
    "/page/page.css, text/css; charset=utf-8",
    "/page/uplot/dist/uPlot.iife.min.js, text/javascript; charset=utf-8",
    "/page/uplot/LICENSE, text/plain; charset=utf-8",
    "/page/icon.svg, image/svg+xml",
    "/timeline, application/json",
    "/timeline/recent, application/json"
  })
  void whatABrowserMayDoWithEachIsSaid(String path, String contentType) throws Exception {
    HttpResponse<byte[]> response = client.get(path);
    assertThat(response.statusCode()).isEqualTo(200);
    assertThat(response.body()).isNotEmpty();
    assertThat(header(response, "Content-Type")).isEqualTo(contentType);
    assertThat(header(response, "Cache-Control")).isEqualTo("private, no-cache");
    assertThat(client.send("POST", path).statusCode()).isEqualTo(405);

    HttpResponse<byte[]> head = client.send("HEAD", path);
    assertThat(head.statusCode()).isEqualTo(200);
    assertThat(head.body()).isEmpty();
    assertThat(header(head, "Content-Length")).isEqualTo("" + response.body().length);
  }

  @ParameterizedTest
  @ValueSource(strings = {"/", "/metrics", "/timeline", "/page/page.js", "/nothing"})
  void allAnswersHaveTheSecurityHeaders(String path) throws Exception {
    HttpHeaders headers = client.get(path).headers();
    assertThat(headers.firstValue("Content-Security-Policy"))
        .contains(
            "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self';"
                + " img-src 'self' data:; base-uri 'none'; form-action 'none';"
                + " frame-ancestors 'none'");
    assertThat(headers.firstValue("X-Content-Type-Options")).contains("nosniff");
    assertThat(headers.firstValue("Referrer-Policy")).contains("no-referrer");
  }

  @Test
  void allThatThePageNamesIsThere() throws Exception {
    List<String> unread = new ArrayList<>(List.of("/"));
    List<String> read = new ArrayList<>();
    while (!unread.isEmpty()) {
      String path = unread.remove(0);
      read.add(path);
      HttpResponse<byte[]> response = client.get(path);
      assertThat(response.statusCode()).as(path).isEqualTo(200);
      String text = new String(response.body(), StandardCharsets.UTF_8);
      Matcher named =
          Pattern.compile("(?:src|href)=\"(/[^\"#]*)\"|(?:from |import\\()\"\\./(\\w+\\.js)\"")
              .matcher(text);
      while (named.find()) {
        String next = named.group(1) != null ? named.group(1) : "/page/" + named.group(2);
        if (!read.contains(next) && !unread.contains(next)) {
          unread.add(next);
        }
      }
      assertThat(text).as(path).doesNotContain("<style").doesNotContain(" style=\"");
    }
    assertThat(read).contains("/page/lanes.js", "/page/page.css", "/metrics", "/page/words.js");
  }

  @ParameterizedTest
  @ValueSource(strings = {"/", "/timeline", "/timeline/recent"})
  void whatAClientHasIsNotSentAgain(String path) throws Exception {
    String etag = header(client.get(path), "ETag");
    HttpResponse<byte[]> again = client.get(path, "If-None-Match", etag);
    assertThat(again.statusCode()).isEqualTo(304);
    assertThat(again.body()).isEmpty();
    assertThat(client.get(path, "If-None-Match", "\"other\"").statusCode()).isEqualTo(200);
  }

  @Test
  void compressedOrPlainTheDataIsTheSame() throws Exception {
    HttpResponse<byte[]> compressed = client.get("/timeline", "Accept-Encoding", "gzip");
    assertThat(header(compressed, "Content-Encoding")).isEqualTo("gzip");
    try (GZIPInputStream in = new GZIPInputStream(new ByteArrayInputStream(compressed.body()))) {
      assertThat(in.readAllBytes()).isEqualTo(client.get("/timeline").body());
    }
  }

  @Test
  void theDataChangeWithEachSample() throws Exception {
    HttpResponse<byte[]> before = client.get("/timeline");
    timeline.observe(Observations.at(10_500)); // between two samples
    assertThat(header(client.get("/timeline"), "ETag")).isEqualTo(header(before, "ETag"));
    timeline.observe(Observations.at(12_000));
    HttpResponse<byte[]> after = client.get("/timeline");
    assertThat(header(after, "ETag")).isNotEqualTo(header(before, "ETag"));
    JsonNode document = new ObjectMapper().readTree(after.body());
    assertThat(document.path("nowMillis").asLong()).isEqualTo(12_000);
    assertThat(document.path("samples").path("atMillis")).hasSize(2);
  }

  @Test
  void twoHundredViewersAreOneRendering() throws Exception {
    int viewers = 200;
    int polls = 3;
    ExecutorService threads = Executors.newFixedThreadPool(viewers);
    try {
      for (int version = 1; version <= polls; version++) {
        long now = 10_000 + version * 2_000L;
        timeline.observe(Observations.at(now));
        List<Future<Long>> seen = new ArrayList<>();
        for (int viewer = 0; viewer < viewers; viewer++) {
          seen.add(threads.submit(this::poll));
        }
        for (Future<Long> each : seen) {
          assertThat(each.get()).isEqualTo(now);
        }
        assertThat(timeline.documents).hasValue(version);
      }
    } finally {
      threads.shutdownNow();
    }
    assertThat(faults).isEmpty();
  }

  /** As the page does: where the server drops a request it asks again. */
  private long poll() throws InterruptedException {
    for (int attempt = 0; attempt < 200; attempt++) {
      try {
        HttpResponse<byte[]> response = client.get("/timeline/recent");
        assertThat(response.statusCode()).isEqualTo(200);
        return new ObjectMapper().readTree(response.body()).path("nowMillis").asLong();
      } catch (IOException e) {
        Thread.sleep(20);
      }
    }
    throw new AssertionError("no answer");
  }

  @Test
  void aFaultIsRecordedAndTheNextRequestIsAnswered() throws Exception {
    timeline.fault = new IllegalStateException("secret");
    HttpResponse<byte[]> response = client.get("/timeline");
    assertThat(response.statusCode()).isEqualTo(500);
    assertThat(new String(response.body(), StandardCharsets.UTF_8)).doesNotContain("secret");
    assertThat(faults).containsExactly("the page's data");
    timeline.fault = null;
    assertThat(client.get("/timeline").statusCode()).isEqualTo(200);
  }

  @Test
  void beforeTheFirstObservationThereIsADocumentWithoutOne() throws Exception {
    JsonNode document =
        new ObjectMapper()
            .readTree(new Timeline("run", new Decisions()).document(Timeline.Extent.HOUR));
    assertThat(document.path("run").asText()).isEqualTo("run");
    assertThat(document.has("server")).isFalse();
  }

  private static String header(HttpResponse<?> response, String name) {
    return response.headers().firstValue(name).orElse("");
  }
}
