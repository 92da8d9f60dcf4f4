package io.snapkeeper.monitoring.picture;

import static org.assertj.core.api.Assertions.assertThat;

import io.snapkeeper.ensemble.Ensemble;
import io.snapkeeper.ensemble.EnsembleSpec;
import io.snapkeeper.ensemble.OpenLoopLoad;
import io.snapkeeper.ensemble.PortReservation;
import io.snapkeeper.ensemble.PreparedTree;
import io.snapkeeper.ensemble.ScratchDirectory;
import io.snapkeeper.ensemble.ServerLibraries;
import io.snapkeeper.ensemble.flash.EmulatedDisks;
import io.snapkeeper.ensemble.flash.FlashSpec;
import io.snapkeeper.metrics.page.IndexedPicture;
import io.snapkeeper.monitoring.dashboard.Dashboard;
import io.snapkeeper.monitoring.dashboards.Dashboards;
import io.snapkeeper.monitoring.prometheus.Chosen;
import io.snapkeeper.monitoring.prometheus.Prometheus;
import io.snapkeeper.monitoring.prometheus.Target;
import io.snapkeeper.monitoring.rules.RuleFiles;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import javax.imageio.ImageIO;
import org.apache.zookeeper.server.PurgeTxnLog;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;

/**
 * Makes the pictures of docs/monitoring.md, in seven minutes. No build runs it. Five servers, each
 * on a disk of its own, take their snapshots in slots.
 */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class DashboardPictures {

  private static final int SERVERS = 5;
  private static final int MEGABYTES_PER_SECOND = 10;
  private static final int TREE_NODES = 2_400;
  private static final int NODE_BYTES = 10_000;
  private static final int WRITES_PER_SECOND = 100;

  /** A snapshot of each server every 20 seconds. */
  private static final int SNAP_COUNT = 2_700;

  /** Less than half of a snapshot, as on a server with a tree of gigabytes. */
  private static final long DIRTY_BYTES_MAX = 9_000_000;

  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final Duration WARM_UP = Duration.ofSeconds(45);
  private static final Duration SHOWN = Duration.ofMinutes(5);
  private static final int PURGE_EVERY_SECONDS = 20;
  private static final int SNAPSHOTS_KEPT = 3;

  private static final String JOB = "zookeeper";
  private static final int BYTES_MAX = 200_000;

  /** Outlives the first test, so that the second one can be run alone. */
  private static final Path STORED = Path.of("target", "dashboard-pictures").toAbsolutePath();

  @TempDir Path directory;

  @Test
  @Order(1)
  void record() throws Exception {
    PreparedTree.Target nodes = new PreparedTree.Target(500, 1_024);
    PreparedTree tree = PreparedTree.write(directory, TREE_NODES, NODE_BYTES, nodes, 1);
    FlashSpec disk =
        FlashSpec.ofDefaults()
            .withChannels(1)
            .withMegabytesPerSecond(MEGABYTES_PER_SECOND)
            .withMebibytes(512);
    try (EmulatedDisks disks = EmulatedDisks.create(disk, SERVERS);
        PortReservation ports = new PortReservation()) {
      disks.limitDirtyBytes(DIRTY_BYTES_MAX);
      List<Target> targets = new ArrayList<>();
      try (Ensemble ensemble = new Ensemble(spec(disks, ports, targets))) {
        for (long sid : ensemble.sids()) {
          tree.copyTo(ensemble.dataDirectory(sid));
        }
        ports.release();
        ensemble.start(PATIENCE);
        try (OpenLoopLoad load = load(ensemble, nodes);
            Prometheus prometheus =
                Prometheus.start(
                    Files.createDirectories(STORED), Map.of(JOB, targets), RuleFiles.rules())) {
          run(ensemble, WARM_UP);
          Instant from = Instant.now();
          run(ensemble, SHOWN);
          Times times = new Times(from, Instant.now());
          times.write(STORED.resolve("times"));
          assertThat(prometheus.api().query("up == 1")).hasSize(SERVERS);
          load.endWindow(PATIENCE);
        }
      }
    }
  }

  private static EnsembleSpec spec(
      EmulatedDisks disks, PortReservation ports, List<Target> targets) {
    EnsembleSpec.Builder spec =
        EnsembleSpec.builder()
            .directory(ScratchDirectory.get())
            .agent(ServerLibraries.fromSystemProperty().agentJar())
            .voters(SERVERS)
            .dataParents(disks.mounts())
            .shortLived()
            .config("snapCount", Integer.toString(SNAP_COUNT))
            .config("preAllocSize", "64")
            .config("snapkeeper.scheduler.pingMillis", "200");
    for (long sid = 1; sid <= SERVERS; sid++) {
      int port = ports.next();
      targets.add(new Target("127.0.0.1:" + port, "zoo" + sid + ":17000"));
      spec.server(
          sid, server -> server.withConfig("snapkeeper.metrics.port", Integer.toString(port)));
    }
    return spec.build();
  }

  private static OpenLoopLoad load(Ensemble ensemble, PreparedTree.Target nodes) {
    return OpenLoopLoad.start(
        new OpenLoopLoad.Plan(
            ensemble.addresses(),
            WRITES_PER_SECOND,
            nodes.nodeBytes(),
            SERVERS,
            1_000,
            false,
            nodes::path));
  }

  /** As ZooKeeper's own purge would, which runs once an hour at most. */
  private static void run(Ensemble ensemble, Duration time) throws Exception {
    long end = System.nanoTime() + time.toNanos();
    while (System.nanoTime() < end) {
      TimeUnit.SECONDS.sleep(PURGE_EVERY_SECONDS);
      for (long sid : ensemble.sids()) {
        Path data = ensemble.dataDirectory(sid);
        PurgeTxnLog.purge(data.toFile(), data.toFile(), SNAPSHOTS_KEPT);
      }
    }
  }

  @Test
  @Order(2)
  void draw() throws Exception {
    Path images = Path.of(System.getProperty("snapkeeper.repo"), "docs", "images");
    Times times = Times.read(STORED.resolve("times"));
    try (Prometheus prometheus = Prometheus.start(STORED, Map.of(), List.of())) {
      Duration range = Duration.between(times.from(), times.to());
      Chosen chosen = new Chosen(JOB, "zoo2:17000", Duration.ofSeconds(15), range);
      Shown shown =
          new Shown(prometheus.api(), chosen, times.from(), times.to(), Duration.ofMillis(500));
      // The one before and after needs an ensemble on which the difference is large.
      for (Dashboard dashboard : Dashboards.all()) {
        if (dashboard.uid().equals("snapkeeper-before-after")) {
          continue;
        }
        BufferedImage picture = new DashboardPicture(shown).of(dashboard);
        Path file = images.resolve(dashboard.uid().replace("snapkeeper-", "dashboard-") + ".png");
        byte[] png = png(picture);
        assertThat(png.length).as(file.toString()).isLessThan(BYTES_MAX);
        Files.write(file, png);
      }
    }
  }

  private static byte[] png(BufferedImage picture) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    ImageIO.write(picture, "png", bytes);
    return IndexedPicture.of(bytes.toByteArray());
  }
}
