package io.snapkeeper.cli.profile;

import static org.assertj.core.api.Assertions.assertThat;

import io.snapkeeper.cli.figure.DrawnTexts;
import io.snapkeeper.cli.figure.FigureFile;
import io.snapkeeper.cli.profile.measure.DiskProfile;
import io.snapkeeper.cli.profile.measure.LatencyMap;
import io.snapkeeper.cli.profile.measure.MapPoint;
import io.snapkeeper.cli.profile.measure.WalLatency;
import io.snapkeeper.wal.profile.DiskModel;
import java.io.ByteArrayInputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.w3c.dom.Document;

class MapFigureTest {

  private static final String DISK = "mapper/vg0-zookeeper, xfs, scheduler mq-deadline";

  /** A map on which bulk beyond half of the disk is held back and the latency grows with it. */
  private static DiskProfile profile(int steps, double baseMillis, double growth) {
    List<Double> fractions = new ArrayList<>();
    for (int i = 0; i < steps; i++) {
      fractions.add((double) i / (steps - 1));
    }
    List<MapPoint> points = new ArrayList<>();
    for (double read : fractions) {
      for (double write : fractions) {
        double p50 = baseMillis * Math.pow(growth, (read + write) / 2);
        double share = read + write > 1 ? 0.5 : 1;
        points.add(
            new MapPoint(
                write,
                read,
                share * write * 2.346e9,
                share * read * 12.346e9,
                new WalLatency(1_000, p50, 4 * p50, 9 * p50, 20 * p50)));
      }
    }
    return new DiskProfile(
        new DiskModel(12.9e9, 1_234_567, 2.9e9, 987_654),
        1L << 30,
        4096,
        8_000,
        new LatencyMap(fractions, 500, 2.346e9, 12.346e9, points),
        118.2);
  }

  @ParameterizedTest
  @CsvSource({"6, 0.21, 40", "3, 0.02, 1.01", "6, 12, 1000", "4, 0.0, 1"})
  void everyTextCanBeRead(int steps, double baseMillis, double growth) {
    DrawnTexts.requireLegible(new MapFigure(profile(steps, baseMillis, growth), DISK));
  }

  @Test
  void everyPointIsDrawnTwiceAndWhatWasHeldBackIsMarked() throws Exception {
    byte[] svg = FigureFile.render(new MapFigure(profile(6, 0.21, 40), DISK), Path.of("map.svg"));
    Document document =
        DocumentBuilderFactory.newDefaultNSInstance()
            .newDocumentBuilder()
            .parse(new ByteArrayInputStream(svg));
    // Fifteen of the 36 mixes ask for more than the disk has; one more mark is in the legend.
    assertThat(document.getElementsByTagName("polygon").getLength()).isEqualTo(2 * 15 + 1);
    List<String> texts = new ArrayList<>();
    for (int i = 0; i < document.getElementsByTagName("text").getLength(); i++) {
      texts.add(document.getElementsByTagName("text").item(i).getTextContent());
    }
    // The p50 and the p99 without bulk, and with all of it.
    assertThat(texts)
        .contains("0.21", "0.84", "8.4", "34")
        .contains("bulk writes, % of 2,346 MB/s");
  }

  @Test
  void theTextHasTheSameNumbers() {
    assertThat(ProfileTable.lines(profile(3, 0.21, 40), DISK))
        .startsWith(
            DISK,
            "         MB/s  requests/s",
            "write   2,900     987,654",
            "read   12,900   1,234,567",
            "",
            "log writes, 500/s, nothing beside them: p50 0.21, p99 0.84, p99.9 1.9, max 4.2 ms")
        .contains(
            "log p50, ms; bulk writes, MB/s:      0  1,173  2,346",
            "  bulk reads of 6,173 MB/s       0.53    1.3    3.3*")
        .endsWith("* the disk was full: bulk got less than 90% of that");
  }
}
