package io.snapkeeper.monitoring.fault;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import net.bytebuddy.asm.Advice;

/** A slow disk under the log: copied into the commit of ZooKeeper's log. */
final class SlowCommits {

  /** Names the file that says how long each commit pauses. */
  static final String PROPERTY = "it.commitMillis";

  private SlowCommits() {}

  @Advice.OnMethodEnter
  static void enter() throws IOException {
    String file = System.getProperty("it.commitMillis");
    if (file == null || !new File(file).exists()) {
      return;
    }
    try {
      Thread.sleep(Long.parseLong(Files.readString(Path.of(file))));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
