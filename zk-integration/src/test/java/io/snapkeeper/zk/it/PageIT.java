package io.snapkeeper.zk.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.snapkeeper.ensemble.Ensemble;
import io.snapkeeper.ensemble.EnsembleSpec;
import io.snapkeeper.ensemble.OpenLoopLoad;
import io.snapkeeper.ensemble.PortReservation;
import io.snapkeeper.ensemble.PreparedTree;
import io.snapkeeper.ensemble.ServerLibraries.Line;
import io.snapkeeper.ensemble.Waiting;
import io.snapkeeper.ensemble.flash.EmulatedDisks;
import io.snapkeeper.ensemble.flash.FlashSpec;
import io.snapkeeper.metrics.http.MalformedRequests;
import io.snapkeeper.metrics.page.Browser;
import io.snapkeeper.testset.TestSet;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/**
 * The page of real servers in a real browser, while somebody sends the leader's endpoint malformed
 * requests. With {@code -Dpage.screenshots=DIRECTORY} it makes the pictures of the documentation
 * instead, which takes six minutes: five servers, each on a disk of its own, one of which is away
 * for a while.
 */
class PageIT {

  private static final String PICTURES = "page.screenshots";

  /** Malformed requests to the leader while the page is read. */
  private static final long NONSENSE_MIN = 200;

  /** Two screens of a telephone: the rest follows the same way. */
  private static final int NARROW_PIXELS_MAX = 1_560;

  @RegisterExtension final TestEnsembles ensembles = new TestEnsembles();
  @TempDir Path directory;
  private final Map<Long, Integer> portBySid = new TreeMap<>();

  @Test
  void aReaderSeesTheSlotsOfRealServers() throws Exception {
    String pictures = System.getProperty(PICTURES);
    TestSet.assume(pictures != null, "the live page of real servers");
    try (Browser browser = Browser.start(directory.resolve("browser"))) {
      if (pictures == null) {
        checkThePage(browser);
      } else {
        makePictures(browser, Path.of(System.getProperty("snapkeeper.repo")).resolve(pictures));
      }
    }
  }

  private void checkThePage(Browser browser) throws Exception {
    Ensemble ensemble = start(TestEnsembles.withPlugin(Line.V3_9, 3, 400), 3);
    long leader = ensemble.awaitLeader(TestEnsembles.PATIENCE);
    long follower = ensemble.sids().stream().filter(sid -> sid != leader).findFirst().orElseThrow();
    long epoch = epochOf(ensemble, leader);
    try (OpenLoopLoad load = load(ensemble, 160, 100, k -> "/write-" + k, true);
        Nonsense nonsense = new Nonsense(portBySid.get(leader))) {
      browser.view(1280, 900, "light");
      open(browser, leader);
      awaitASnapshotInASlot(ensemble, leader);
      for (long sid : ensemble.sids()) {
        browser.await(
            "document.querySelectorAll('.lane:nth-of-type(" + sid + ") .span').length > 0");
      }
      browser.await("document.querySelectorAll('#decisions .end.done').length > 2");
      assertThat(text(browser, "#server")).isEqualTo("server " + leader + " · leader");
      assertThat(text(browser, "#summary")).contains("of 3 voters").contains("Commit p99");
      assertThat(text(browser, "#decisions")).contains("a quorum is fast without it");

      open(browser, follower);
      browser.await("document.querySelectorAll('.lane .span').length > 0");
      assertThat(text(browser, "#schedule")).contains("server " + leader + " leads");
      assertThat(browser.complaints()).isEmpty();
      nonsense.close();
      assertThat(load.endWindow(TestEnsembles.PATIENCE))
          .satisfies(figures -> assertThat(figures.errors()).as(figures.firstError()).isZero())
          .satisfies(figures -> assertThat(figures.outstanding()).isZero());
      assertThat(nonsense.failure()).isEmpty();
      assertThat(nonsense.sent()).isGreaterThan(NONSENSE_MIN);
    }
    assertThat(epochOf(ensemble, leader)).isEqualTo(epoch);
    for (long sid : ensemble.sids()) {
      assertThat(Status.of(ensemble, sid).path("plugin").path("faults").asLong()).isZero();
    }
  }

  /** The epoch in which this server leads. */
  private static long epochOf(Ensemble ensemble, long leader) {
    return Status.await(
            ensemble,
            leader,
            "it leads",
            TestEnsembles.PATIENCE,
            status -> status.at("/server/role").asText().equals("leader"))
        .at("/server")
        .required("epoch")
        .asLong();
  }

  /** A client that sends malformed requests to an endpoint, one after another. */
  private static final class Nonsense implements AutoCloseable {

    private final AtomicLong sent = new AtomicLong();
    private final AtomicReference<IOException> failure = new AtomicReference<>();
    private final Thread thread;
    private volatile boolean closed;

    Nonsense(int port) {
      thread = new Thread(() -> send(port), "nonsense");
      thread.start();
    }

    private void send(int port) {
      try {
        while (!closed) {
          MalformedRequests.send(port, sent.incrementAndGet());
        }
      } catch (IOException e) {
        failure.set(e);
      }
    }

    long sent() {
      return sent.get();
    }

    Optional<IOException> failure() {
      return Optional.ofNullable(failure.get());
    }

    @Override
    public void close() throws InterruptedException {
      closed = true;
      thread.join();
    }
  }

  /** Every lane of the leader's own data has one, in the order of time and without overlap. */
  private void awaitASnapshotInASlot(Ensemble ensemble, long leader) {
    Waiting.until(
        "a snapshot in a slot of each server on the leader's page",
        TestEnsembles.PATIENCE,
        () -> {
          int lanes = 0;
          for (JsonNode member : timeline(leader).path("members")) {
            lanes += hasSnapshotInSlot(member) ? 1 : 0;
          }
          return lanes == ensemble.sids().size();
        },
        () -> ensemble.logTail(leader));
  }

  private static boolean hasSnapshotInSlot(JsonNode member) {
    boolean found = false;
    long end = Long.MIN_VALUE;
    for (JsonNode span : member.path("spans")) {
      assertThat(span.get(2).asLong()).isGreaterThanOrEqualTo(end);
      end = span.get(3).isNull() ? Long.MAX_VALUE : span.get(3).asLong();
      found |= span.get(1).asText().equals("snapshot-slot");
    }
    return found;
  }

  private JsonNode timeline(long sid) {
    try {
      return new ObjectMapper()
          .readTree(
              HttpClient.newHttpClient()
                  .send(
                      HttpRequest.newBuilder(URI.create(address(sid) + "timeline")).build(),
                      HttpResponse.BodyHandlers.ofString())
                  .body());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private void makePictures(Browser browser, Path target) throws Exception {
    PreparedTree.Target nodes = new PreparedTree.Target(500, 1_024);
    PreparedTree tree = PreparedTree.write(directory, 2_400, 10_000, nodes, 1);
    EmulatedDisks disks =
        ensembles.closeAfterThem(
            EmulatedDisks.create(
                FlashSpec.ofDefaults()
                    .withChannels(1)
                    .withMegabytesPerSecond(10)
                    .withMebibytes(512),
                5));
    EnsembleSpec.Builder spec =
        TestEnsembles.withPlugin(Line.V3_9, 5, 5_200)
            .heapMegabytes(192)
            .config("snapkeeper.scheduler.pingMillis", "200")
            .config("autopurge.snapRetainCount", "3")
            .dataParents(disks.mounts());
    Ensemble ensemble = prepare(spec, 5);
    for (long sid : ensemble.sids()) {
      tree.copyTo(ensemble.dataDirectory(sid));
    }
    ensemble.start(TestEnsembles.START_TIMEOUT);
    long leader = ensemble.awaitLeader(TestEnsembles.PATIENCE);
    long away = ensemble.sids().stream().filter(sid -> sid != leader).findFirst().orElseThrow();
    try (OpenLoopLoad load = load(ensemble, 100, 1_024, nodes::path, false)) {
      // The first snapshots of all come at once: what follows is what a reader will see.
      TimeUnit.SECONDS.sleep(210);
      ensemble.kill(away);
      TimeUnit.SECONDS.sleep(25);
      ensemble.start(away, TestEnsembles.START_TIMEOUT);
      TimeUnit.SECONDS.sleep(100);
      browser.view(1280, 900, "light");
      open(browser, leader);
      awaitASnapshotInProgress(browser);
      browser.screenshot(target.resolve("page-light.png"));
      browser.view(1280, 900, "dark");
      browser.await("document.querySelectorAll('.uplot').length === 4");
      TimeUnit.SECONDS.sleep(1);
      browser.screenshot(target.resolve("page-dark.png"));
      browser.view(360, 800, "light");
      TimeUnit.SECONDS.sleep(3);
      browser.screenshot(target.resolve("page-narrow.png"), NARROW_PIXELS_MAX);
      assertThat(browser.complaints()).isEmpty();
      load.endWindow(TestEnsembles.PATIENCE);
    }
  }

  private static void awaitASnapshotInProgress(Browser browser) {
    browser.await("document.querySelectorAll('.lane-now [class*=snapshot-]').length > 0");
  }

  private Ensemble start(EnsembleSpec.Builder spec, int servers) throws IOException {
    Ensemble ensemble = prepare(spec, servers);
    ensemble.start(TestEnsembles.START_TIMEOUT);
    return ensemble;
  }

  private Ensemble prepare(EnsembleSpec.Builder spec, int servers) throws IOException {
    try (PortReservation ports = new PortReservation()) {
      for (long sid = 1; sid <= servers; sid++) {
        int port = ports.next();
        portBySid.put(sid, port);
        spec.server(
            sid, server -> server.withConfig("snapkeeper.metrics.port", Integer.toString(port)));
      }
      Ensemble ensemble = ensembles.create(spec);
      ports.release();
      return ensemble;
    }
  }

  private static OpenLoopLoad load(
      Ensemble ensemble,
      int writesPerSecond,
      int bytes,
      LongFunction<String> path,
      boolean creates) {
    return OpenLoopLoad.start(
        new OpenLoopLoad.Plan(
            ensemble.addresses(),
            writesPerSecond,
            bytes,
            ensemble.sids().size(),
            10_000,
            creates,
            path));
  }

  private String address(long sid) {
    return "http://127.0.0.1:" + portBySid.get(sid) + "/";
  }

  private void open(Browser browser, long sid) {
    browser.driver().get(address(sid));
    browser.await("document.querySelectorAll('.lane').length > 0");
  }

  private static String text(Browser browser, String selector) {
    return (String)
        browser.script("return document.querySelector(arguments[0]).innerText", selector);
  }
}
