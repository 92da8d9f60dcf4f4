package io.snapkeeper.history.client;

import io.snapkeeper.history.Action;
import io.snapkeeper.history.HistoryRecorder;
import io.snapkeeper.history.Refusal;
import io.snapkeeper.history.Znode;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.Op;
import org.apache.zookeeper.OpResult;
import org.apache.zookeeper.ZooDefs;
import org.apache.zookeeper.ZooKeeper;
import org.apache.zookeeper.data.Stat;

/**
 * Asks ZooKeeper as one client of a history and records what it was told.
 *
 * <p><b>Reads.</b> ZooKeeper answers a read from the memory of the server that is asked, which may
 * be behind. A {@code sync} before it does not make it linearizable: no quorum takes part in a
 * sync, so that a leader that has been cut off and does not know it yet, for up to syncLimit ticks,
 * answers it without what its successor has committed meanwhile (ZOOKEEPER-1675, ZOOKEEPER-2136).
 * What is claimed to be linearizable here therefore goes through the log: {@link #read} first
 * commits a multi that only checks that the znode has any version, which needs a quorum like every
 * write, and then reads in the same session. A session never goes back, on whichever servers, so
 * the read finds a state that is at least as new as that commit.
 *
 * <p><b>Refusals.</b> The leader decides them, and they are committed through the log like writes:
 * they are linearizable, too.
 *
 * <p>Every other error is an unknown outcome.
 */
final class Requests {

  private final HistoryRecorder recorder;
  private final int client;

  Requests(HistoryRecorder recorder) {
    this.recorder = recorder;
    client = recorder.newClient();
  }

  int client() {
    return client;
  }

  /** Reads a znode through the log; empty if there was no answer. */
  Optional<Znode> read(ZooKeeper zooKeeper, String key) throws InterruptedException {
    var pending = recorder.invoke(client, List.of(new Action.Read(key, Znode.ABSENT)));
    try {
      commitNothing(zooKeeper, key);
      Znode found = look(zooKeeper, key);
      pending.done(List.of(new Action.Read(key, found)));
      return Optional.of(found);
    } catch (KeeperException e) {
      pending.unknown();
      return Optional.empty();
    }
  }

  /**
   * Reads several znodes at one moment: looks at each, and then commits a multi that checks that
   * they still have these versions. A version of a znode that nobody deletes has one value only.
   *
   * @return empty if one of them has changed meanwhile, or there was no answer
   */
  Optional<List<Znode>> readTogether(ZooKeeper zooKeeper, List<String> keys)
      throws InterruptedException {
    List<Action> reads = new ArrayList<>();
    List<Op> checks = new ArrayList<>();
    List<Znode> found = new ArrayList<>();
    try {
      for (String key : keys) {
        Znode znode = look(zooKeeper, key);
        found.add(znode);
        reads.add(new Action.Read(key, znode));
        checks.add(Op.check(key, znode.version()));
      }
    } catch (KeeperException e) {
      return Optional.empty();
    }
    var pending = recorder.invoke(client, reads);
    try {
      zooKeeper.multi(checks);
      pending.done(reads);
      return Optional.of(found);
    } catch (KeeperException e) {
      pending.unknown();
      return Optional.empty();
    }
  }

  /** What the server has now that is asked. Not linearizable, and not recorded. */
  static Znode look(ZooKeeper zooKeeper, String key) throws KeeperException, InterruptedException {
    try {
      Stat stat = new Stat();
      byte[] data = zooKeeper.getData(key, false, stat);
      return new Znode(new String(data, StandardCharsets.US_ASCII), stat.getVersion());
    } catch (KeeperException.NoNodeException e) {
      return Znode.ABSENT;
    }
  }

  /** Returns once a quorum has committed something that was proposed after this began. */
  static void commitNothing(ZooKeeper zooKeeper, String key)
      throws KeeperException, InterruptedException {
    try {
      zooKeeper.multi(List.of(Op.check(key, Action.ANY_VERSION)));
    } catch (KeeperException.NoNodeException e) {
      // The refusal was committed.
    }
  }

  /**
   * Writes, or does several things at once.
   *
   * @param actions no reads
   * @return the actions with what was seen, if they took effect
   */
  Optional<List<Action>> submit(ZooKeeper zooKeeper, List<Action> actions)
      throws InterruptedException {
    var pending = recorder.invoke(client, actions);
    try {
      List<Action> seen =
          actions.size() == 1 ? List.of(one(zooKeeper, actions.get(0))) : all(zooKeeper, actions);
      pending.done(seen);
      return Optional.of(seen);
    } catch (KeeperException e) {
      Optional<Refusal> refusal = refusal(e.code());
      if (refusal.isPresent()) {
        pending.refused(refusedAt(e), refusal.get());
      } else {
        pending.unknown();
      }
      return Optional.empty();
    }
  }

  private static Action one(ZooKeeper zooKeeper, Action action)
      throws KeeperException, InterruptedException {
    if (action instanceof Action.Write write) {
      Stat stat = zooKeeper.setData(write.key(), bytes(write.value()), write.expectedVersion());
      return write.made(stat.getVersion());
    }
    return all(zooKeeper, List.of(action)).get(0);
  }

  private static List<Action> all(ZooKeeper zooKeeper, List<Action> actions)
      throws KeeperException, InterruptedException {
    List<OpResult> results = zooKeeper.multi(actions.stream().map(Requests::op).toList());
    List<Action> seen = new ArrayList<>();
    for (int i = 0; i < actions.size(); i++) {
      seen.add(
          actions.get(i) instanceof Action.Write write
              ? write.made(((OpResult.SetDataResult) results.get(i)).getStat().getVersion())
              : actions.get(i));
    }
    return seen;
  }

  private static Op op(Action action) {
    if (action instanceof Action.Check check) {
      return Op.check(check.key(), check.expectedVersion());
    } else if (action instanceof Action.Write write) {
      return Op.setData(write.key(), bytes(write.value()), write.expectedVersion());
    } else if (action instanceof Action.Create create) {
      return Op.create(
          create.key(), bytes(create.value()), ZooDefs.Ids.OPEN_ACL_UNSAFE, CreateMode.PERSISTENT);
    } else if (action instanceof Action.Delete delete) {
      return Op.delete(delete.key(), delete.expectedVersion());
    }
    throw new IllegalArgumentException(action + " in a multi that writes");
  }

  private static byte[] bytes(String value) {
    return value.getBytes(StandardCharsets.US_ASCII);
  }

  private static Optional<Refusal> refusal(KeeperException.Code code) {
    return switch (code) {
      case BADVERSION -> Optional.of(Refusal.BAD_VERSION);
      case NONODE -> Optional.of(Refusal.NO_NODE);
      case NODEEXISTS -> Optional.of(Refusal.NODE_EXISTS);
      default -> Optional.empty();
    };
  }

  /** Of a multi: the actions before have the code OK, those behind one of their own. */
  private static int refusedAt(KeeperException refused) {
    List<OpResult> results = refused.getResults();
    if (results != null) {
      for (int i = 0; i < results.size(); i++) {
        if (results.get(i) instanceof OpResult.ErrorResult error
            && error.getErr() == refused.code().intValue()) {
          return i;
        }
      }
    }
    return 0;
  }
}
