package io.snapkeeper.zk.snapshot;

import java.nio.file.Path;

/**
 * A JVM to be killed: logs transactions and takes one scheduled snapshot after the other. Prints
 * each logged zxid, and when a snapshot begins and ends, so that its death can be timed.
 */
public final class KilledServer {

  private static final int NODES = 1_500;
  private static final int NODES_BETWEEN_SNAPSHOTS = 20;

  private KilledServer() {}

  /**
   * @param args the data directory
   */
  public static void main(String[] args) throws Exception {
    WatchedLog watched = new WatchedLog(Path.of(args[0]));
    BlockableDatabase database = watched.database;
    long last = database.getDataTreeLastProcessedZxid();
    database.resumeAfter(last);
    watched.serve();
    create(database, last, Math.max(NODES_BETWEEN_SNAPSHOTS, NODES - last));
    while (true) {
      watched.grant();
      if (!watched.member.firesNow()) {
        throw new IllegalStateException("the slot does not fire");
      }
      System.out.println("begins " + database.getDataTreeLastProcessedZxid());
      Throwable outcome = database.snapshotOnItsThread().outcome();
      if (outcome != null) {
        throw new IllegalStateException(outcome);
      }
      System.out.println("ends " + database.getDataTreeLastProcessedZxid());
      create(database, database.getDataTreeLastProcessedZxid(), NODES_BETWEEN_SNAPSHOTS);
    }
  }

  private static void create(BlockableDatabase database, long from, long count) throws Exception {
    for (long i = 1; i <= count; i++) {
      database.create("/" + "x".repeat(1_000) + (from + i));
    }
    System.out.println("logged " + (from + count));
  }
}
