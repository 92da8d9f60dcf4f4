package io.snapkeeper.zk.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.snapkeeper.ensemble.Ensemble;
import io.snapkeeper.ensemble.ServerLibraries.Line;
import io.snapkeeper.testset.TestSet;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/**
 * The snapshot command of 3.9's AdminServer while a scheduled snapshot is written, which takes a
 * minute: both take ZooKeeper's lock for their whole time.
 */
class AdminSnapshotIT {

  private static final long LEADER = 3;
  private static final int NODES = 150;
  private static final int MILLIS_PER_NODE = 400;
  private static final Duration SCHEDULED = Duration.ofMillis((long) NODES * MILLIS_PER_NODE);

  @RegisterExtension final TestEnsembles ensembles = new TestEnsembles();
  @TempDir Path directory;

  @BeforeEach
  void onlyInTheFullSet() {
    TestSet.assume(false, "the admin command beside a slow scheduled snapshot");
  }

  @Test
  void itDoesNotWaitForTheScheduledOne() throws Exception {
    SlowSnapshots slow = new SlowSnapshots(directory);
    Ensemble ensemble =
        ensembles.startWithLastLeading(
            slow.on(TestEnsembles.withPlugin(Line.V3_9, 3, 100_000), Line.V3_9));
    try (AckedWrites writes = new AckedWrites(ensemble, 100, 4)) {
      SlowSnapshots.createNodes(writes.client(), NODES);
      slow.pausePerNode(MILLIS_PER_NODE);
      SlowSnapshots.startScheduled(ensemble, LEADER);
      long start = System.nanoTime();

      int answer = takeSnapshot(ensemble);

      Duration waited = Duration.ofNanos(System.nanoTime() - start);
      System.out.printf("the admin command's snapshot took %d ms%n", waited.toMillis());
      assertThat(answer).isEqualTo(200);
      assertThat(waited).isLessThan(SCHEDULED.dividedBy(2));
      Status.await(
          ensemble,
          LEADER,
          "the scheduled one was given up",
          TestEnsembles.PATIENCE,
          status -> Status.counter(status, "abortedSnapshots") >= 1);
      slow.pausePerNode(0);
      writes.stopWithoutFailure();
    }
  }

  private static int takeSnapshot(Ensemble ensemble) throws IOException, InterruptedException {
    URI uri =
        URI.create(
            "http://127.0.0.1:"
                + ensemble.ports(LEADER).admin()
                + "/commands/snapshot?streaming=false");
    HttpRequest request =
        HttpRequest.newBuilder(uri)
            .timeout(SCHEDULED.plus(TestEnsembles.PATIENCE))
            .header("Authorization", "digest operator:secret")
            .GET()
            .build();
    HttpClient client = HttpClient.newBuilder().connectTimeout(Duration.ofMinutes(1)).build();
    return client.send(request, HttpResponse.BodyHandlers.discarding()).statusCode();
  }
}
