package io.snapkeeper.faults;

import io.snapkeeper.ensemble.Clients;
import java.util.function.BooleanSupplier;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.retry.RetryNTimes;

/** Writes of one znode that let logs grow by megabytes, and trees not at all. */
final class LargeWrites {

  private static final String PATH = "/large";
  private static final int BYTES = 256 << 10;

  /** 32 MiB in each server's log. */
  private static final int MAX = 128;

  private final Cluster cluster;

  LargeWrites(Cluster cluster) {
    this.cluster = cluster;
  }

  /** So many. */
  void of(int writes) throws Exception {
    write(writes, () -> false);
  }

  /** Until something has happened, or 32 MiB are written. */
  void until(BooleanSupplier happened) throws Exception {
    write(MAX, happened);
  }

  private void write(int writes, BooleanSupplier happened) throws Exception {
    byte[] value = new byte[BYTES];
    try (CuratorFramework client =
        Clients.connect(cluster.addresses(), 0, new RetryNTimes(100, 100))) {
      client.create().orSetData().forPath(PATH);
      for (int write = 0; write < writes && !happened.getAsBoolean(); write++) {
        client.setData().forPath(PATH, value);
      }
    }
  }
}
