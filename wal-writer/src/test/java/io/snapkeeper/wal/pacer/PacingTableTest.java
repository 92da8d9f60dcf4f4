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
      rows.add(row(setting, "unpaced", PacerSettings.DEFAULT, LogRole.SPARE));
      rows.add(row(setting, "spare", PacerSettings.DEFAULT, LogRole.SPARE));
      rows.add(row(setting, "needed", PacerSettings.DEFAULT, LogRole.NEEDED));
      rows.add(row(setting, "needed, held for 0 commits", heldForNone(), LogRole.NEEDED));
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

  private static PacerSettings heldForNone() {
    PacerSettings all = PacerSettings.DEFAULT;
    CommitTarget needed = all.needed();
    return new PacerSettings(
        all.spare(),
        new CommitTarget(needed.ratio(), needed.excessSeconds(), 0),
        all.requestSeconds(),
        all.initialShare(),
        all.leastShare());
  }

  private static String row(
      SimulatedSetting setting, String name, PacerSettings settings, LogRole role) {
    SimulatedServer server = setting.server(new Pacer(settings, DiskModel.SAFE), setting.disk());
    server.role(role);
    if (name.equals("unpaced")) {
      server.writeUnpaced(128 * 1024);
    }
    server.runBoth(BEGIN, 100L << 30, 1_000_000 * SECOND, END);
    return String.format(
        Locale.ROOT,
        "| %.0f MB/s, %.0f/s | %s | ×%.2f | ×%.2f | %.0f%% |",
        setting.bytesPerSecond() / 1e6,
        setting.commitsPerSecond(),
        name,
        server.latency(0.5, MEASURED, END) / server.latency(0.5, 0, BEGIN),
        server.latency(0.99, MEASURED, END) / server.latency(0.99, 0, BEGIN),
        100 * server.bandwidth(MEASURED, END) / setting.bytesPerSecond());
  }
}
