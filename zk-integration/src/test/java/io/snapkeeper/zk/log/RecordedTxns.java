package io.snapkeeper.zk.log;

import io.snapkeeper.wal.crash.Disk;
import io.snapkeeper.wal.crash.RecordedEngine;
import io.snapkeeper.wal.log.WriteAheadLog;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.apache.zookeeper.ZooDefs;
import org.apache.zookeeper.server.Request;
import org.apache.zookeeper.txn.CreateTxn;
import org.apache.zookeeper.txn.TxnHeader;

/** Transactions 1, 2, 3… over one or more files, written by an engine that is recorded. */
final class RecordedTxns {

  private final RecordedEngine engine;
  private final SplittableRandom random;

  /** The data of each transaction. */
  private final Map<Long, byte[]> data = new HashMap<>();

  /** By the name of the file: the last transaction in it, by the durable bytes. */
  private final Map<String, TreeMap<Long, Long>> lastZxids = new HashMap<>();

  private long zxid;

  RecordedTxns(RecordedEngine engine, SplittableRandom random) {
    this.engine = engine;
    this.random = random;
  }

  /**
   * Writes them all.
   *
   * @param marks an empty directory, for {@link RecordedMarks}
   */
  void write(Path marks) throws IOException {
    WriteAheadLog log = engine.log();
    try (RecordedMarks listener = new RecordedMarks(marks, engine.recorder(), random)) {
      TxnLogWriter writer = new TxnLogWriter(log, TxnLogLimits.ofSystemProperties(), listener);
      int files = random.nextInt(1, 4);
      for (int i = 0; i < files; i++) {
        String name = "log." + Long.toHexString(zxid + 1);
        int commits = random.nextInt(1, 25);
        for (int j = 0; j < commits; j++) {
          commit(writer, name);
        }
        writer.rollLog();
      }
    }
  }

  private void commit(TxnLogWriter writer, String name) throws IOException {
    int txns = random.nextInt(1, 5);
    for (int i = 0; i < txns; i++) {
      writer.append(create());
    }
    writer.commit();
    long durable = engine.log().durableBytes();
    lastZxids.computeIfAbsent(name, n -> new TreeMap<>()).put(durable, zxid);
    engine.recorder().acknowledged(name, durable);
  }

  private Request create() {
    zxid++;
    byte[] bytes = new byte[random.nextInt(2_500)];
    Arrays.fill(bytes, (byte) (1 + zxid % 100));
    data.put(zxid, bytes);
    CreateTxn txn =
        new CreateTxn("/node" + zxid, bytes, ZooDefs.Ids.OPEN_ACL_UNSAFE, false, (int) zxid);
    TxnHeader header = new TxnHeader(1, (int) zxid, zxid, 1_000 + zxid, ZooDefs.OpCode.create);
    return new Request(1, (int) zxid, ZooDefs.OpCode.create, header, txn, zxid);
  }

  /** The last transaction that was acknowledged before the power failed. */
  long acknowledged(Disk disk) {
    return disk.promises().entrySet().stream()
        .mapToLong(each -> lastZxids.get(each.getKey()).get(each.getValue().bytes()))
        .max()
        .orElse(0);
  }

  byte[] data(long number) {
    return data.get(number);
  }
}
