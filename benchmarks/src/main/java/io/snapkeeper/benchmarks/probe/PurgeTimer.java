package io.snapkeeper.benchmarks.probe;

import java.io.File;
import java.lang.reflect.Constructor;
import java.util.Timer;
import java.util.TimerTask;

/**
 * Starts ZooKeeper's own purge task inside a server once, some seconds after the server: its own
 * timer counts in hours.
 */
final class PurgeTimer {

  private static final String TASK = "org.apache.zookeeper.server.DatadirCleanupManager$PurgeTask";

  /** ZooKeeper keeps three snapshots at least. */
  private static final int RETAINED = 3;

  private static final long MILLIS_PER_SECOND = 1_000;

  private PurgeTimer() {}

  /**
   * @param seconds before the purge
   * @param directory dataDir of zoo.cfg
   */
  static void start(int seconds, File directory) {
    new Timer("benchmark-purge-timer", true)
        .schedule(
            new TimerTask() {
              @Override
              public void run() {
                task(directory).run();
              }
            },
            seconds * MILLIS_PER_SECOND);
  }

  private static Runnable task(File directory) {
    try {
      Constructor<?> constructor =
          Class.forName(TASK).getDeclaredConstructor(File.class, File.class, int.class);
      constructor.setAccessible(true);
      return (Runnable) constructor.newInstance(directory, directory, RETAINED);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("ZooKeeper has no purge task of this kind", e);
    }
  }
}
