package io.snapkeeper.zk.snapshot;

import io.snapkeeper.zk.member.WriteFreeSnapshots;
import java.io.File;
import java.io.IOException;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.Optional;
import java.util.function.Consumer;
import org.apache.zookeeper.server.ZooKeeperServer;

/**
 * Snapshots of a server whose log is idle: {@code ZooKeeperServer.takeSnapshot()} on a thread with
 * the name of ZooKeeper's own snapshot thread, so that they are written, paced, aborted and counted
 * as those are. Thread-safe.
 */
public final class IdleSnapshots implements WriteFreeSnapshots {

  /** {@code takeSnapshot()}, which returns nothing in 3.8 and a file in 3.9; null if missing. */
  private static final MethodHandle TAKE_SNAPSHOT = takeSnapshot();

  private final ZooKeeperServer server;
  private final Consumer<Throwable> broken;

  private IdleSnapshots(ZooKeeperServer server, Consumer<Throwable> broken) {
    this.server = server;
    this.broken = broken;
  }

  /**
   * For a server that begins to serve; empty where its ZooKeeper has no such method.
   *
   * @param broken is told of what a snapshot threw that was not given up
   */
  public static Optional<WriteFreeSnapshots> of(
      ZooKeeperServer server, Consumer<Throwable> broken) {
    return TAKE_SNAPSHOT == null
        ? Optional.empty()
        : Optional.of(new IdleSnapshots(server, broken));
  }

  private static MethodHandle takeSnapshot() {
    for (Class<?> type : new Class<?>[] {File.class, void.class}) {
      try {
        return MethodHandles.publicLookup()
            .findVirtual(ZooKeeperServer.class, "takeSnapshot", MethodType.methodType(type))
            .asType(MethodType.methodType(void.class, ZooKeeperServer.class));
      } catch (NoSuchMethodException | IllegalAccessException e) {
        // the other line's, or none
      }
    }
    return null;
  }

  @Override
  public void start() {
    Thread thread = new Thread(this::takeOne, SnapshotWriter.SNAPSHOT_THREAD);
    thread.setDaemon(true); // never in the way of a server that ends
    thread.start();
  }

  private void takeOne() {
    try {
      TAKE_SNAPSHOT.invokeExact(server);
    } catch (SnapshotAborted e) {
      // told by whoever aborted it
    } catch (Throwable t) { // the server goes on; slots wait for appends again
      broken.accept(t);
    }
  }

  @Override
  public void rollLog() throws IOException {
    server.getZKDatabase().rollLog();
  }
}
