package io.snapkeeper.zk.purge;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * Where the agent's advice in ZooKeeper's purge task asks. Thread-safe; never throws.
 *
 * <p>A purge task does not know its server. One JVM has one server, so the purge is that server's;
 * where a JVM has none with the plugin (a stand-alone server, one that is just starting), or
 * several, purges run at once as without the plugin.
 */
public final class PurgeHook {

  private static final List<DeferredPurges> SERVERS = new CopyOnWriteArrayList<>();

  private PurgeHook() {}

  /** From now on purges of this JVM are this server's. */
  public static void add(DeferredPurges server) {
    SERVERS.add(server);
  }

  /** This server ends. A purge that waits is forgotten: each start of a server purges. */
  public static void remove(DeferredPurges server) {
    SERVERS.remove(server);
  }

  /** Whether a purge that is about to run is put off. */
  public static boolean defers(Runnable purge) {
    List<DeferredPurges> servers = List.copyOf(SERVERS);
    return servers.size() == 1 && servers.get(0).defers(purge);
  }
}
