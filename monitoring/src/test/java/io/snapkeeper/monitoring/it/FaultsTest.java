package io.snapkeeper.monitoring.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.snapkeeper.monitoring.rules.Rule;
import io.snapkeeper.monitoring.rules.RuleFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** A new alert needs a fault in {@link MonitoringIT}, which runs with servers only. */
class FaultsTest {

  @Test
  void everyAlertIsAwaitedAfterAFault() throws IOException {
    String source =
        Files.readString(
            Path.of(
                System.getProperty("snapkeeper.repo"),
                "monitoring/src/test/java/io/snapkeeper/monitoring/it/MonitoringIT.java"));
    for (Rule.Alert alert : RuleFiles.alerts()) {
      assertThat(source).contains("awaitFiring(\"" + alert.name() + "\"");
    }
  }
}
