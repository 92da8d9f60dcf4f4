package io.snapkeeper.history.client;

import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.KeeperException.Code;
import org.apache.zookeeper.ZooDefs;
import org.apache.zookeeper.ZooKeeper;

/** One client of {@link UniqueWrites}: several creates in flight at a time. */
final class UniqueWriter implements RunningClient.Work {

  private static final byte[] NO_DATA = {};
  private static final long ADMIT_MILLIS = 100;

  /** Each ends with its connection at the latest. */
  private static final long FINISH_MILLIS = 4L * ClientSession.SESSION_TIMEOUT_MILLIS;

  private final String root;
  private final ClientLedger ledger;
  private final int inFlightMax;
  private final Semaphore mayBegin;
  private final AtomicReference<Optional<String>> refusal = new AtomicReference<>(Optional.empty());
  private int next;

  UniqueWriter(String root, ClientLedger ledger, int inFlightMax) {
    this.root = root;
    this.ledger = ledger;
    this.inFlightMax = inFlightMax;
    mayBegin = new Semaphore(inFlightMax);
  }

  @Override
  public boolean once(ZooKeeper zooKeeper, SplittableRandom random) throws InterruptedException {
    if (!mayBegin.tryAcquire(ADMIT_MILLIS, TimeUnit.MILLISECONDS)) {
      return false;
    }
    int number = next++;
    ledger.begin(number);
    zooKeeper.create(
        UniqueNames.path(root, ledger.client(), number),
        NO_DATA,
        ZooDefs.Ids.OPEN_ACL_UNSAFE,
        CreateMode.PERSISTENT_SEQUENTIAL,
        (code, path, context, name) -> answered(number, code, name),
        null);
    return true;
  }

  private void answered(int number, int code, String name) {
    switch (Code.get(code)) {
      case OK -> ledger.acknowledge(number, UniqueNames.sequence(name));
      case CONNECTIONLOSS, SESSIONEXPIRED, SESSIONMOVED, OPERATIONTIMEOUT -> {}
      default -> refusal.set(Optional.of("write " + number + ": " + Code.get(code)));
    }
    mayBegin.release();
  }

  /** A write that was refused, which none should be. */
  Optional<String> refusal() {
    return refusal.get();
  }

  @Override
  public void finish() throws InterruptedException {
    // What is not answered by then is of unknown outcome.
    boolean ended = mayBegin.tryAcquire(inFlightMax, FINISH_MILLIS, TimeUnit.MILLISECONDS);
    if (ended) {
      mayBegin.release(inFlightMax);
    }
  }
}
