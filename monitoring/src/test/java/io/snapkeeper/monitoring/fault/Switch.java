package io.snapkeeper.monitoring.fault;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** Turns a fault in one server on and off: a file that the server's doctored code looks for. */
public final class Switch {

  private final Path file;

  Switch(Path file) {
    this.file = file;
  }

  /** Turns the fault on; from then on each pause that it makes takes so long. */
  public void on(int millis) throws IOException {
    Path next = file.resolveSibling(file.getFileName() + ".next");
    Files.writeString(next, Integer.toString(millis));
    Files.move(next, file, StandardCopyOption.ATOMIC_MOVE);
  }

  /** Turns a fault on that makes no pauses. */
  public void on() throws IOException {
    on(0);
  }

  public void off() throws IOException {
    Files.delete(file);
  }

  /** The flag by which the server's JVM knows where the switch is. */
  String jvmFlag(String property) {
    return "-D" + property + "=" + file;
  }
}
