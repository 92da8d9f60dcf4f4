package io.snapkeeper.zk.snapshot;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.jute.OutputArchive;
import org.apache.zookeeper.ZooDefs;
import org.apache.zookeeper.server.DataNode;
import org.apache.zookeeper.server.DataTree;
import org.apache.zookeeper.server.Request;
import org.apache.zookeeper.server.ZKDatabase;
import org.apache.zookeeper.server.persistence.FileTxnSnapLog;
import org.apache.zookeeper.txn.CreateTxn;
import org.apache.zookeeper.txn.TxnHeader;

/**
 * A real ZKDatabase over a real log, whose snapshot stops after its first node until it is let go
 * on.
 */
final class BlockableDatabase extends ZKDatabase {

  private static final long PATIENCE_SECONDS = 20;

  private final FileTxnSnapLog log;
  private volatile CountDownLatch reached = new CountDownLatch(0);
  private volatile CountDownLatch mayGoOn = new CountDownLatch(0);
  private long zxid;

  BlockableDatabase(FileTxnSnapLog log) {
    super(log);
    this.log = log;
  }

  /** The next transaction is the one after this. */
  void resumeAfter(long last) {
    zxid = last;
  }

  /** From now on a snapshot stops after its first node. */
  void blockSnapshots() {
    reached = new CountDownLatch(1);
    mayGoOn = new CountDownLatch(1);
  }

  void awaitBlockedSnapshot() throws InterruptedException {
    if (!reached.await(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
      throw new AssertionError("no snapshot began");
    }
  }

  void letSnapshotGoOn() {
    mayGoOn.countDown();
  }

  @Override
  public DataTree createDataTree() {
    return new DataTree() {
      @Override
      public void serializeNodeData(OutputArchive archive, String path, DataNode node)
          throws IOException {
        super.serializeNodeData(archive, path, node);
        if (path.isEmpty()) {
          reached.countDown();
          awaitPermission();
        }
      }
    };
  }

  private void awaitPermission() throws IOException {
    try {
      if (!mayGoOn.await(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
        throw new IOException("the test never let the snapshot go on");
      }
    } catch (InterruptedException e) {
      throw new IOException(e);
    }
  }

  /** Logs the creation of a node without committing it. */
  Request log(String path) throws IOException {
    zxid++;
    TxnHeader header = new TxnHeader(1, (int) zxid, zxid, 1_000 + zxid, ZooDefs.OpCode.create);
    byte[] data = ("data of " + path).getBytes(StandardCharsets.UTF_8);
    CreateTxn txn = new CreateTxn(path, data, ZooDefs.Ids.OPEN_ACL_UNSAFE, false, (int) zxid);
    Request request =
        new Request(1, (int) zxid, ZooDefs.OpCode.create, header, txn, header.getZxid());
    append(request);
    commit();
    return request;
  }

  /** Logs and commits the creation of a node. */
  void create(String path) throws IOException {
    Request request = log(path);
    processTxn(request.getHdr(), request.getTxn(), null);
  }

  /** Takes a snapshot as ZooKeeper's snapshot thread does; its outcome is the future's. */
  SnapshotThread snapshotOnItsThread() {
    SnapshotThread thread = new SnapshotThread(() -> save(false));
    thread.start();
    return thread;
  }

  /** Takes a snapshot on the current thread. */
  void save(boolean sync) throws IOException {
    log.save(getDataTree(), getSessionWithTimeOuts(), sync);
  }
}
