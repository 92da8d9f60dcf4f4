package io.snapkeeper.wal.pacer;

import static io.snapkeeper.wal.pacer.SimulatedServer.SECOND;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.snapkeeper.wal.profile.DiskModel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The table in docs/pacing.md is what the simulation gives. */
class PacingTableTest {

  private static final long BEGIN = 10 * SECOND;
  private static final long MEASURED = BEGIN + SECOND;
  private static final long END = 25 * SECOND;
  private static final Pattern FIGURE = Pattern.compile("\\d+\\.\\d+|\\d+(?=%)");

  /** Processors differ in the last bit of a power, and a random run then takes another course. */
  private static final double TOLERANCE = 0.15;

  @Test
  void theTableIsTrue() throws Exception {
    List<String> rows = new ArrayList<>();
    for (double bytesPerSecond : new double[] {300e6, 60e6}) {
      double commitsPerSecond = bytesPerSecond > 1e8 ? 1_000 : 300;
      SimulatedSetting setting = new SimulatedSetting(bytesPerSecond, 4, 3, commitsPerSecond);
      for (double ratio : new double[] {0, 3.0, PacerSettings.DEFAULT.targetRatio(), 2.0, 1.5}) {
        rows.add(row(setting, ratio));
      }
    }
    Path page = Path.of(System.getProperty("snapkeeper.repo"), "docs", "pacing.md");
    List<String> lines = Files.readAllLines(page);
    for (String row : rows) {
      String start = row.substring(0, row.indexOf('×'));
      String label = start.substring(0, start.lastIndexOf('|') + 1);
      List<Double> documented =
          lines.stream()
              .filter(line -> line.startsWith(label))
              .findFirst()
              .map(line -> figures(line.substring(label.length())))
              .orElse(List.of());
      List<Double> simulated = figures(row.substring(label.length()));
      assertThat(documented).as("figures of the line that should be\n%s", row).hasSize(3);
      for (int i = 0; i < simulated.size(); i++) {
        assertThat(documented.get(i))
            .as("in docs/pacing.md; the line should be\n%s", row)
            .isCloseTo(simulated.get(i), within(TOLERANCE * simulated.get(i)));
      }
    }
  }

  private static List<Double> figures(String line) {
    List<Double> figures = new ArrayList<>();
    Matcher matcher = FIGURE.matcher(line);
    while (matcher.find()) {
      figures.add(Double.valueOf(matcher.group()));
    }
    return figures;
  }

  /** One run; ratio 0 stands for 128 KiB requests that wait for nothing. */
  private static String row(SimulatedSetting setting, double ratio) {
    PacerSettings settings =
        ratio == 0 ? PacerSettings.DEFAULT : PacerSettings.DEFAULT.withTargetRatio(ratio);
    SimulatedServer server = setting.server(new Pacer(settings, DiskModel.SAFE), setting.disk());
    if (ratio == 0) {
      server.writeUnpaced(128 * 1024);
    }
    server.runBoth(BEGIN, 100L << 30, 1_000_000 * SECOND, END);
    return String.format(
        Locale.ROOT,
        "| %.0f MB/s, %.0f/s | %s | ×%.2f | ×%.2f | %.0f%% |",
        setting.bytesPerSecond() / 1e6,
        setting.commitsPerSecond(),
        ratio == 0 ? "unpaced" : String.format(Locale.ROOT, "%.1f", ratio),
        server.latency(0.5, MEASURED, END) / server.latency(0.5, 0, BEGIN),
        server.latency(0.99, MEASURED, END) / server.latency(0.99, 0, BEGIN),
        100 * server.bandwidth(MEASURED, END) / setting.bytesPerSecond());
  }
}
