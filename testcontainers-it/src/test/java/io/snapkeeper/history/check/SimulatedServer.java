package io.snapkeeper.history.check;

import io.snapkeeper.history.Action;
import io.snapkeeper.history.Outcome;
import io.snapkeeper.history.Refusal;
import io.snapkeeper.history.Znode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Does one request after the other, and knows nothing of the model that histories are held to. */
final class SimulatedServer {

  /** What a client is told. */
  record Answer(List<Action> actions, Outcome outcome) {}

  private final Map<String, Znode> znodes = new TreeMap<>();

  SimulatedServer(Map<String, Znode> start) {
    start.forEach(
        (key, znode) -> {
          if (znode.exists()) {
            znodes.put(key, znode);
          }
        });
  }

  Answer request(List<Action> actions) {
    Map<String, Znode> before = new TreeMap<>(znodes);
    List<Action> seen = new ArrayList<>();
    for (Action action : actions) {
      Refusal why = refusal(action);
      if (why != null) {
        znodes.clear();
        znodes.putAll(before);
        return new Answer(actions, new Outcome.Refused(seen.size(), why));
      }
      seen.add(effect(action));
    }
    return new Answer(seen, Outcome.DONE);
  }

  private Refusal refusal(Action action) {
    Znode znode = znodes.get(action.key());
    if (action instanceof Action.Read) {
      return null;
    }
    if (action instanceof Action.Create) {
      return znode == null ? null : Refusal.NODE_EXISTS;
    }
    if (znode == null) {
      return Refusal.NO_NODE;
    }
    int expected = -1;
    if (action instanceof Action.Write write) {
      expected = write.expectedVersion();
    } else if (action instanceof Action.Delete delete) {
      expected = delete.expectedVersion();
    } else if (action instanceof Action.Check check) {
      expected = check.expectedVersion();
    }
    return expected < 0 || znode.version() == expected ? null : Refusal.BAD_VERSION;
  }

  private Action effect(Action action) {
    String key = action.key();
    if (action instanceof Action.Read) {
      return new Action.Read(key, znodes.getOrDefault(key, Znode.ABSENT));
    } else if (action instanceof Action.Write write) {
      int version = znodes.get(key).version() + 1;
      znodes.put(key, new Znode(write.value(), version));
      return write.made(version);
    } else if (action instanceof Action.Create create) {
      znodes.put(key, new Znode(create.value(), 0));
    } else if (action instanceof Action.Delete) {
      znodes.remove(key);
    }
    return action;
  }
}
