package io.snapkeeper.history.check;

import io.snapkeeper.history.Action;
import io.snapkeeper.history.History;
import io.snapkeeper.history.Operation;
import io.snapkeeper.history.Outcome;
import io.snapkeeper.history.Znode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Writes of unknown outcome, of which every other one has taken effect, unseen. */
final class LostConnections {

  private static final String KEY = "/k";

  private LostConnections() {}

  static History history(int writes) {
    List<Operation> operations = new ArrayList<>();
    long nanos = 0;
    int version = 0;
    for (int i = 0; i < writes; i++) {
      nanos += 10;
      operations.add(
          new Operation(
              1,
              nanos,
              nanos + 1,
              List.of(new Action.Write(KEY, "unknown" + i, Action.ANY_VERSION)),
              Outcome.UNKNOWN));
      version += i % 2;
      version++;
      nanos += 10;
      operations.add(
          new Operation(
              2,
              nanos,
              nanos + 1,
              List.of(new Action.Write(KEY, "known" + i, Action.ANY_VERSION, version)),
              Outcome.DONE));
    }
    return new History(Map.of(KEY, new Znode("start", 0)), operations);
  }
}
