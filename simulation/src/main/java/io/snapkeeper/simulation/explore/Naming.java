package io.snapkeeper.simulation.explore;

import io.snapkeeper.simulation.explore.graph.GraphCopier;
import java.util.ArrayList;
import java.util.List;

/**
 * Other names for the same servers: a permutation of ids among servers that may take each other's
 * place.
 */
final class Naming {

  /** Every server keeps its id. */
  static final Naming NONE = new Naming(new long[0]);

  private final long[] names;
  private final long[] back;
  private final GraphCopier copier;
  private final GraphCopier backCopier;

  private Naming(long[] names) {
    this.names = names.clone();
    this.back = new long[names.length];
    for (int sid = 1; sid < names.length; sid++) {
      back[(int) names[sid]] = sid;
    }
    this.copier = names.length == 0 ? GraphCopier.exact() : GraphCopier.renaming(this::of);
    this.backCopier = names.length == 0 ? GraphCopier.exact() : GraphCopier.renaming(this::back);
  }

  /** All namings but the present one that leave the leader its id. */
  static List<Naming> others(Configuration configuration, long leaderSid) {
    List<long[]> all = new ArrayList<>();
    long[] names = new long[configuration.servers() + 1];
    names[(int) leaderSid] = leaderSid;
    extend(configuration, names, 1, all);
    List<Naming> namings = new ArrayList<>();
    for (long[] complete : all) {
      Naming naming = new Naming(complete);
      if (!naming.isIdentity()) {
        namings.add(naming);
      }
    }
    return List.copyOf(namings);
  }

  private static void extend(
      Configuration configuration, long[] names, int sid, List<long[]> complete) {
    if (sid == names.length) {
      complete.add(names.clone());
      return;
    }
    if (names[sid] != 0) {
      extend(configuration, names, sid + 1, complete);
      return;
    }
    for (int name = 1; name < names.length; name++) {
      if (configuration.kind(name) == configuration.kind(sid) && !isTaken(names, name)) {
        names[sid] = name;
        extend(configuration, names, sid + 1, complete);
        names[sid] = 0;
      }
    }
  }

  private static boolean isTaken(long[] names, long name) {
    for (long taken : names) {
      if (taken == name) {
        return true;
      }
    }
    return false;
  }

  private boolean isIdentity() {
    for (int sid = 1; sid < names.length; sid++) {
      if (names[sid] != sid) {
        return false;
      }
    }
    return true;
  }

  /** Whether this server and one other exchange their ids and nobody else does. */
  boolean isSwapOf(long server) {
    int moved = 0;
    for (int sid = 1; sid < names.length; sid++) {
      moved += names[sid] == sid ? 0 : 1;
    }
    return moved == 2 && names[(int) server] != server;
  }

  /** The other name of a server. */
  long of(long sid) {
    return names.length == 0 ? sid : names[(int) sid];
  }

  /** The server that has this other name. */
  long back(long name) {
    return names.length == 0 ? name : back[(int) name];
  }

  GraphCopier copier() {
    return copier;
  }

  GraphCopier backCopier() {
    return backCopier;
  }
}
