package org.apache.zookeeper.server.persistence;

import io.snapkeeper.zk.snapshot.SnapshotEncoding;
import io.snapkeeper.zk.snapshot.SnapshotWriter;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.zip.CheckedOutputStream;
import org.apache.jute.BinaryOutputArchive;
import org.apache.jute.OutputArchive;
import org.apache.zookeeper.server.DataTree;

/**
 * Bridge: ZooKeeper's snapshots pass through a {@link SnapshotWriter}. In this package because
 * {@code lastSnapshotInfo} is package-private.
 *
 * <p>Not synchronized like the method it overrides: a snapshot that another thread begins must be
 * able to give the running one up, not wait for it. The writing itself is, as ZooKeeper's own is.
 */
public final class SnapkeeperFileSnap extends FileSnap {

  /** What ZooKeeper's FileSnap writes into a header: "ZKSN". */
  private static final int MAGIC = 0x5A4B534E;

  private static final int VERSION = 2;

  private static final long DB_ID = -1;

  /** {@code boolean serializeLastProcessedZxid(OutputArchive)}; null in 3.8, which has none. */
  private static final MethodHandle LAST_PROCESSED_ZXID = lastProcessedZxid();

  private final SnapshotWriter writer;
  private boolean closed;

  public SnapkeeperFileSnap(File snapDir, SnapshotWriter writer) {
    super(snapDir);
    this.writer = writer;
  }

  private static MethodHandle lastProcessedZxid() {
    try {
      return MethodHandles.publicLookup()
          .findVirtual(
              DataTree.class,
              "serializeLastProcessedZxid",
              MethodType.methodType(boolean.class, OutputArchive.class));
    } catch (NoSuchMethodException | IllegalAccessException e) {
      return null;
    }
  }

  /**
   * Whether {@link Serialisation#toStream} writes what ZooKeeper itself writes, tried with an empty
   * tree: a later ZooKeeper might append something that the plugin does not know of.
   *
   * @throws IOException if the directory cannot be written
   */
  public boolean writesAsZooKeeper() throws IOException {
    File probe = new File(snapDir, "snapkeeper.probe.partial");
    try {
      DataTree tree = new DataTree();
      Map<Long, Integer> sessions = new ConcurrentHashMap<>();
      new FileSnap(snapDir).serialize(tree, sessions, probe, false);
      ByteArrayOutputStream own = new ByteArrayOutputStream();
      new Serialisation(tree, sessions, probe).toStream(own);
      return Arrays.equals(Files.readAllBytes(probe.toPath()), own.toByteArray());
    } finally {
      Files.deleteIfExists(probe.toPath());
    }
  }

  @Override
  @SuppressWarnings("UnsynchronizedOverridesSynchronized") // on purpose, see above
  public void serialize(DataTree tree, Map<Long, Integer> sessions, File target, boolean fsync)
      throws IOException {
    long zxid = Util.getZxidFromName(target.getName(), SNAPSHOT_FILE_PREFIX);
    writer.write(
        target,
        fsync,
        zxid,
        tree.getNodeCount(),
        new Serialisation(tree, sessions, target),
        () -> lastSnapshotInfo = new SnapshotInfo(zxid, target.lastModified() / 1000));
  }

  @Override
  protected void serialize(
      DataTree tree, Map<Long, Integer> sessions, OutputArchive archive, FileHeader header)
      throws IOException {
    super.serialize(tree, sessions, writer.watch(archive), header);
  }

  @Override
  public synchronized void close() throws IOException {
    closed = true;
    super.close();
  }

  private void serializeAsStock(
      DataTree tree, Map<Long, Integer> sessions, File file, boolean fsync) throws IOException {
    super.serialize(tree, sessions, file, fsync);
  }

  /** FileSnap's own steps, into a stream instead of a file. */
  private synchronized void serialize(DataTree tree, Map<Long, Integer> sessions, OutputStream out)
      throws IOException {
    if (closed) {
      throw new IOException("FileSnap has already been closed");
    }
    try (CheckedOutputStream checked = SnapshotEncoding.over(out)) {
      OutputArchive archive = BinaryOutputArchive.getArchive(checked);
      serialize(tree, sessions, archive, new FileHeader(MAGIC, VERSION, DB_ID));
      SnapStream.sealStream(checked, archive);
      if (tree.serializeZxidDigest(archive)) {
        SnapStream.sealStream(checked, archive);
      }
      if (serializeLastProcessedZxid(tree, archive)) {
        SnapStream.sealStream(checked, archive);
      }
    }
  }

  private static boolean serializeLastProcessedZxid(DataTree tree, OutputArchive archive)
      throws IOException {
    if (LAST_PROCESSED_ZXID == null) {
      return false;
    }
    try {
      return (boolean) LAST_PROCESSED_ZXID.invokeExact(tree, archive);
    } catch (IOException | RuntimeException | Error e) {
      throw e;
    } catch (Throwable t) {
      throw new AssertionError("the method declares no such exception", t);
    }
  }

  /** One snapshot, in both ways. */
  private final class Serialisation implements SnapshotWriter.Serialiser {
    private final DataTree tree;
    private final Map<Long, Integer> sessions;
    private final File target;

    Serialisation(DataTree tree, Map<Long, Integer> sessions, File target) {
      this.tree = tree;
      this.sessions = sessions;
      this.target = target;
    }

    @Override
    public void toFile(File file, boolean fsync) throws IOException {
      SnapshotInfo before = lastSnapshotInfo;
      serializeAsStock(tree, sessions, file, fsync);
      if (!file.equals(target)) {
        // set from the temporary name, and not yet true
        lastSnapshotInfo = before;
      }
    }

    @Override
    public void toStream(OutputStream out) throws IOException {
      serialize(tree, sessions, out);
    }
  }
}
