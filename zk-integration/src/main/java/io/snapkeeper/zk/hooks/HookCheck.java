package io.snapkeeper.zk.hooks;

import java.util.Optional;

/** Compares the running ZooKeeper with the hook table, without initialising a class. */
public final class HookCheck {

  private HookCheck() {}

  /**
   * The first hook that this ZooKeeper does not have as the plugin needs it, in words; empty if all
   * are there.
   *
   * @param loader the loader that sees ZooKeeper's classes
   */
  public static Optional<String> firstMismatch(ClassLoader loader) {
    return HookTable.hooks().stream()
        .map(hook -> hook.mismatch(loader))
        .flatMap(Optional::stream)
        .findFirst();
  }

  /**
   * Whether this ZooKeeper's AdminServer authenticates (3.9 and newer), so that orders may be given
   * over it.
   *
   * @param loader the loader that sees ZooKeeper's classes
   */
  public static boolean adminServerAuthenticates(ClassLoader loader) {
    try {
      Class.forName("org.apache.zookeeper.server.admin.AuthRequest", false, loader);
      return true;
    } catch (ClassNotFoundException e) {
      return false;
    }
  }
}
