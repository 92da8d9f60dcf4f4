package io.snapkeeper.verify.coverage;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Runs Maven with every JVM of its tests observed, and prints what of each module they ran. */
public final class Coverage {

  private Coverage() {}

  /**
   * @param args the checkout's root; the jar of JaCoCo's agent; Maven's arguments, separated by
   *     blanks
   * @throws IllegalStateException if Maven fails
   */
  public static void main(String[] args) throws IOException, InterruptedException {
    if (args.length != 3) {
      throw new IllegalArgumentException(
          "expected three arguments (checkout, JaCoCo's agent, Maven's arguments), got "
              + List.of(args));
    }
    Path repo = Path.of(args[0]);
    Collector collector = new Collector();
    int status;
    try (collector) {
      List<String> command = new ArrayList<>(List.of("mvn", "-B"));
      command.addAll(List.of(args[2].strip().split("\\s+")));
      command.add("-Dsnapkeeper.jvmFlags=" + collector.jvmFlag(Path.of(args[1])));
      status = new ProcessBuilder(command).directory(repo.toFile()).inheritIO().start().waitFor();
    }
    System.out.println(CoverageTable.of(repo, collector.collected()));
    if (status != 0) {
      throw new IllegalStateException("Maven ended with " + status);
    }
  }
}
