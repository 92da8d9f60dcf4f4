package io.snapkeeper.monitoring.prometheus;

import static org.assertj.core.api.Assertions.fail;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Assumptions;

/** Prometheus' programs on this machine. Without them a test does not run, or fails if it must. */
public final class Programs {

  private Programs() {}

  public static String promtool() {
    return find("promtool");
  }

  public static String prometheus() {
    return find("prometheus");
  }

  private static String find(String name) {
    for (String directory : System.getenv("PATH").split(File.pathSeparator, -1)) {
      Path program = Path.of(directory, name);
      if (Files.isExecutable(program)) {
        return program.toString();
      }
    }
    String reason = "no " + name + " (Debian: apt install prometheus)";
    if (System.getProperty("snapkeeper.require", "possible").equals("all")) {
      return fail("must run here (snapkeeper.require=all), but " + reason);
    }
    Assumptions.abort("rules and dashboards against Prometheus: " + reason);
    throw new IllegalStateException(reason);
  }
}
