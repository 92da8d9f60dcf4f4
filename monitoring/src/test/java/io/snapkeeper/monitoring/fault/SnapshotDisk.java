package io.snapkeeper.monitoring.fault;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import net.bytebuddy.asm.Advice;

/** A slow or failing disk under the plugin's snapshots: copied into each of their writes. */
final class SnapshotDisk {

  /** Names the file that says how long each write pauses. */
  static final String SLOW = "it.writeMillis";

  /** Names the file with which each write fails. */
  static final String FAILING = "it.failingWrites";

  private SnapshotDisk() {}

  @Advice.OnMethodEnter
  static void enter() throws IOException {
    String failing = System.getProperty("it.failingWrites");
    if (failing != null && new File(failing).exists()) {
      throw new IOException("fault injected by a test");
    }
    String slow = System.getProperty("it.writeMillis");
    if (slow == null || !new File(slow).exists()) {
      return;
    }
    try {
      Thread.sleep(Long.parseLong(Files.readString(Path.of(slow))));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
