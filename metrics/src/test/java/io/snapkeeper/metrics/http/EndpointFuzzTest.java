package io.snapkeeper.metrics.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.UnixOperatingSystemMXBean;
import io.snapkeeper.metrics.FixedFigures;
import io.snapkeeper.metrics.history.Decisions;
import io.snapkeeper.metrics.history.Timeline;
import io.snapkeeper.testset.TestSet;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Clients that send nonsense, or send slowly: the endpoint goes on, and grows by nothing. */
class EndpointFuzzTest {

  private static final int CLIENTS = 4;

  /** Of the endpoint: its dispatcher, its workers, and the JDK's timer. */
  private static final int THREADS_MAX = 6;

  /**
   * Buffers of the endpoint's threads; a kilobyte for each request would be a hundred megabytes.
   */
  private static final long HEAP_GROWTH_BYTES_MAX = 8L << 20;

  /** As many as the endpoint has connections at most. */
  private static final long OPEN_FILES_GROWTH_MAX = 64;

  private final List<Throwable> escaped = Collections.synchronizedList(new ArrayList<>());
  private final List<String> faults = Collections.synchronizedList(new ArrayList<>());
  private Thread.UncaughtExceptionHandler before;
  private MetricsEndpoint endpoint;

  @BeforeEach
  void start() throws IOException {
    before = Thread.getDefaultUncaughtExceptionHandler();
    Thread.setDefaultUncaughtExceptionHandler((thread, thrown) -> escaped.add(thrown));
    endpoint =
        MetricsEndpoint.start(
            new EndpointConfig("127.0.0.1", 0, Optional.empty(), Optional.empty()),
            new FixedFigures(),
            new Timeline("run", new Decisions()),
            (place, fault) -> faults.add(place));
  }

  @AfterEach
  void end() {
    endpoint.close();
    Thread.setDefaultUncaughtExceptionHandler(before);
  }

  @Test
  void malformedRequests() throws Exception {
    long seed = Long.getLong("seed", System.nanoTime());
    int requests =
        Integer.getInteger(
            "metrics.malformedRequests",
            TestSet.times(3_000, 15_000, 100_000, "malformed requests to the metrics endpoint"));
    long heapBytes = heapBytesInUse();
    long files = openFiles();
    AtomicInteger next = new AtomicInteger();
    List<Throwable> failures = Collections.synchronizedList(new ArrayList<>());
    List<Thread> clients = new ArrayList<>();
    for (int c = 0; c < CLIENTS; c++) {
      clients.add(
          new Thread(
              () -> {
                int number;
                while ((number = next.getAndIncrement()) < requests && failures.isEmpty()) {
                  try {
                    MalformedRequests.send(endpoint.port(), seed + number);
                  } catch (IOException | RuntimeException e) {
                    failures.add(new AssertionError("-Dseed=" + seed + " request " + number, e));
                  }
                }
              }));
    }
    clients.forEach(Thread::start);
    for (Thread client : clients) {
      client.join();
    }
    assertThat(failures).isEmpty();
    assertUnharmed();
    assertThat(heapBytesInUse()).isLessThan(heapBytes + HEAP_GROWTH_BYTES_MAX);
    assertThat(openFiles()).isLessThan(files + OPEN_FILES_GROWTH_MAX);
  }

  private static long heapBytesInUse() {
    System.gc();
    return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
  }

  private static long openFiles() {
    return ManagementFactory.getPlatformMXBean(UnixOperatingSystemMXBean.class)
        .getOpenFileDescriptorCount();
  }

  @Test
  void slowClients() throws Exception {
    List<Socket> slow = new ArrayList<>();
    try {
      for (int i = 0; i < 40; i++) {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), endpoint.port());
        slow.add(socket);
        if (i % 4 > 0) {
          socket.getOutputStream().write("GET /met".getBytes(StandardCharsets.US_ASCII));
        }
      }
      Thread.sleep(2_000 + HttpLimits.REQUEST_SECONDS * 1_000L);
      assertUnharmed();
    } finally {
      for (Socket socket : slow) {
        socket.close();
      }
    }
  }

  private void assertUnharmed() throws Exception {
    for (String path : MalformedRequests.PATHS) {
      assertThat(EndpointClient.of(endpoint).get(path).statusCode()).as(path).isEqualTo(200);
    }
    assertThat(escaped).isEmpty();
    assertThat(faults).isEmpty();
    assertThat(Thread.getAllStackTraces().keySet())
        .filteredOn(
            thread ->
                thread.getName().startsWith("snapkeeper-metrics")
                    || thread.getName().contains("HTTP-Dispatcher")
                    || thread.getName().contains("server-timer"))
        .hasSizeLessThanOrEqualTo(THREADS_MAX);
  }
}
