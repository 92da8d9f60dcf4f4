package io.snapkeeper.zk.snapshot;

import com.sun.management.ThreadMXBean;
import io.snapkeeper.wal.bulk.BulkFile;
import io.snapkeeper.wal.bulk.ForwardingFile;
import io.snapkeeper.wal.pacer.LivePacer;
import io.snapkeeper.wal.pacer.PacerSettings;
import io.snapkeeper.wal.profile.DiskModel;
import java.io.File;
import java.io.IOException;
import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.ZooDefs;
import org.apache.zookeeper.server.DataTree;
import org.apache.zookeeper.server.persistence.FileSnap;
import org.apache.zookeeper.server.persistence.SnapkeeperFileSnap;

/**
 * Counts what the threads of a snapshot allocate while they write one tree: ZooKeeper's own stream,
 * then the plugin's, each once to warm up and once to count. Prints one line "name value" for each
 * figure, in bytes.
 *
 * <p>Interpreted ({@code -Xint}) the counts are exact: every allocation in the code is one. A
 * compiler leaves some of them out, in one run more than in another.
 */
public final class AllocationProbe {

  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  private static final BufferPoolMXBean DIRECT_BUFFERS =
      ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class).stream()
          .filter(pool -> pool.getName().equals("direct"))
          .findFirst()
          .orElseThrow();

  /** Writes one snapshot, on the thread that calls it. */
  private interface Snapshot {
    void write(DataTree tree, Map<Long, Integer> sessions, File file) throws IOException;
  }

  private final File directory;
  private final AtomicLong requestThreadBytes = new AtomicLong();
  private final AtomicLong directBytesMax = new AtomicLong();

  private AllocationProbe(File directory) {
    this.directory = directory;
  }

  /**
   * @param args an empty directory, then the numbers of nodes
   */
  public static void main(String[] args) throws Exception {
    AllocationProbe probe = new AllocationProbe(new File(args[0]));
    DirectSnapshots direct =
        new DirectSnapshots(
            new LivePacer(PacerSettings.DEFAULT, DiskModel.SAFE),
            nodes -> new Forecast(0, Duration.ofMillis(100)),
            probe::open,
            (place, fault) -> {
              throw new AssertionError(place, fault);
            });
    SnapkeeperFileSnap plugin =
        new SnapkeeperFileSnap(
            probe.directory,
            new SnapshotWriter(new EverySnapshot(), Optional.of(direct), Runnable::run));
    FileSnap stock = new FileSnap(probe.directory);
    long directBytesBefore = DIRECT_BUFFERS.getMemoryUsed();
    for (int i = 1; i < args.length; i++) {
      int nodes = Integer.parseInt(args[i]);
      DataTree tree = tree(nodes);
      probe.count(tree, (t, s, f) -> stock.serialize(t, s, f, false));
      System.out.printf(
          "stock.%d %d%n", nodes, probe.count(tree, (t, s, f) -> stock.serialize(t, s, f, false)));
      probe.count(tree, (t, s, f) -> plugin.serialize(t, s, f, false));
      System.out.printf(
          "plugin.%d %d%n",
          nodes, probe.count(tree, (t, s, f) -> plugin.serialize(t, s, f, false)));
      System.out.printf("requests.%d %d%n", nodes, probe.requestThreadBytes.get());
    }
    System.out.printf("direct %d%n", probe.directBytesMax.get() - directBytesBefore);
    DirectSnapshots.Way way = direct.figures().way();
    if (way != DirectSnapshots.Way.DIRECT && way != DirectSnapshots.Way.BUFFERED) {
      throw new AssertionError("it was not written by the plugin: " + way);
    }
  }

  private static DataTree tree(int nodes) throws KeeperException {
    DataTree tree = new DataTree();
    for (int i = 0; i < nodes; i++) {
      // As long a path for each: a tree of ten times the nodes is one of ten times the bytes.
      tree.createNode(
          String.format("/n-%08d", i),
          new byte[100],
          ZooDefs.Ids.OPEN_ACL_UNSAFE,
          0,
          0,
          i + 1L,
          1_000 + i);
    }
    return tree;
  }

  /** What the snapshot thread allocates for one snapshot. */
  private long count(DataTree tree, Snapshot snapshot) throws Exception {
    Map<Long, Integer> sessions = new ConcurrentHashMap<>(Map.of(7L, 30_000));
    File file = new File(directory, "snapshot.5");
    AtomicLong allocated = new AtomicLong();
    SnapshotThread thread =
        new SnapshotThread(
            () -> {
              long id = Thread.currentThread().getId();
              long before = THREADS.getThreadAllocatedBytes(id);
              snapshot.write(tree, sessions, file);
              allocated.set(THREADS.getThreadAllocatedBytes(id) - before);
            });
    thread.start();
    Throwable outcome = thread.outcome();
    if (outcome != null) {
      throw new AssertionError(outcome);
    }
    Files.delete(file.toPath());
    return allocated.get();
  }

  /** A file of the machine; at its end, what the thread that wrote it has allocated is noted. */
  private BulkFile open(Path path, boolean direct) throws IOException {
    return new ForwardingFile(BulkFile.Opener.SYSTEM.open(path, direct)) {
      @Override
      public void write(ByteBuffer block, long position) throws IOException {
        directBytesMax.accumulateAndGet(DIRECT_BUFFERS.getMemoryUsed(), Math::max);
        super.write(block, position);
      }

      @Override
      public void close() throws IOException {
        super.close();
        requestThreadBytes.set(THREADS.getThreadAllocatedBytes(Thread.currentThread().getId()));
      }
    };
  }
}
