package io.snapkeeper.monitoring.dashboards;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The files in the repository are what the program makes. */
class DashboardFilesTest {

  @Test
  void theFilesAreThePrograms() throws IOException {
    Path directory = Path.of(System.getProperty("snapkeeper.repo"), "monitoring", "grafana");
    if (Boolean.getBoolean("dashboards.rewrite")) {
      DashboardFiles.write(directory);
    }
    for (var text : DashboardFiles.texts().entrySet()) {
      assertThat(Files.readString(directory.resolve(text.getKey())))
          .as(
              "%s; mvn -pl monitoring -am test -Ddashboards.rewrite=true rewrites it",
              text.getKey())
          .isEqualTo(text.getValue());
    }
    try (Stream<Path> files = Files.list(directory)) {
      assertThat(files.map(file -> file.getFileName().toString()))
          .containsExactlyInAnyOrderElementsOf(DashboardFiles.texts().keySet());
    }
  }
}
