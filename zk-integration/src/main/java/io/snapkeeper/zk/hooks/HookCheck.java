package io.snapkeeper.zk.hooks;

import io.snapkeeper.zk.snapshot.SnapshotWriter;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Compares the running ZooKeeper with the hook table, without initialising a class. */
public final class HookCheck {

  private static final String SNAPSHOTS = "org.apache.zookeeper.server.SyncRequestProcessor";

  /** Those whose releases the tests run on. */
  private static final List<String> TESTED_LINES = List.of("3.8", "3.9");

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
        .findFirst()
        .or(() -> mismatchOfAll(HookTable.snapshotHooks(), loader))
        .or(() -> threadNameMismatch(SNAPSHOTS, loader));
  }

  /** What is wrong with the first of several alternatives, if each has something wrong. */
  static Optional<String> mismatchOfAll(List<List<Hook>> alternatives, ClassLoader loader) {
    List<String> mismatches = new ArrayList<>();
    for (List<Hook> alternative : alternatives) {
      Optional<String> mismatch =
          alternative.stream()
              .map(hook -> hook.mismatch(loader))
              .flatMap(Optional::stream)
              .findFirst();
      if (mismatch.isEmpty()) {
        return mismatch;
      }
      mismatches.add(mismatch.get());
    }
    return Optional.of(mismatches.get(0));
  }

  /**
   * The plugin knows ZooKeeper's snapshot thread by its name: only that one's snapshots may be
   * given up. The name is no member of a class, but a constant in its code.
   */
  static Optional<String> threadNameMismatch(String owner, ClassLoader loader) {
    String resource = owner.replace('.', '/') + ".class";
    try (InputStream in = loader.getResourceAsStream(resource)) {
      if (in == null) {
        return Optional.of(resource + " cannot be read");
      }
      // One byte for each character, as in a class file's constants of plain letters.
      String code = new String(in.readAllBytes(), StandardCharsets.ISO_8859_1);
      return code.contains(SnapshotWriter.SNAPSHOT_THREAD)
          ? Optional.empty()
          : Optional.of(owner + " names no thread \"" + SnapshotWriter.SNAPSHOT_THREAD + "\"");
    } catch (IOException e) {
      return Optional.of(resource + " cannot be read (" + e + ")");
    }
  }

  /**
   * Whether the plugin is tested on this line of ZooKeeper: on another one the hooks may all be
   * there and mean something else.
   *
   * @param version as ZooKeeper gives its own, such as {@code 3.9.5}
   */
  public static boolean isTested(String version) {
    return TESTED_LINES.stream().anyMatch(line -> version.startsWith(line + "."));
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
