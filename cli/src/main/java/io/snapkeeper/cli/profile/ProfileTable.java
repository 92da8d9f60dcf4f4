package io.snapkeeper.cli.profile;

import io.snapkeeper.cli.TextTable;
import io.snapkeeper.cli.profile.measure.DiskProfile;
import io.snapkeeper.cli.profile.measure.LatencyMap;
import io.snapkeeper.cli.profile.measure.MapPoint;
import io.snapkeeper.cli.profile.measure.WalLatency;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/** What was measured of a disk, as text. */
final class ProfileTable {

  private ProfileTable() {}

  static List<String> lines(DiskProfile profile, String disk) {
    LatencyMap map = profile.map();
    List<String> lines = new ArrayList<>();
    lines.add(disk);
    lines.addAll(
        new TextTable()
            .row("", "MB/s", "requests/s")
            .row(
                "write",
                megabytes(profile.model().writeBytesPerSecond()),
                plain(profile.model().writeIops()))
            .row(
                "read",
                megabytes(profile.model().readBytesPerSecond()),
                plain(profile.model().readIops()))
            .lines());
    lines.add("");
    WalLatency alone = map.uncontended().latency();
    lines.add(
        String.format(
            Locale.ROOT,
            "log writes, %s/s, nothing beside them: p50 %s, p99 %s, p99.9 %s, max %s ms",
            plain(map.walWritesPerSecond()),
            millis(alone.p50Millis()),
            millis(alone.p99Millis()),
            millis(alone.p999Millis()),
            millis(alone.maxMillis())));
    lines.add("");
    lines.addAll(mapLines(map, "p50", WalLatency::p50Millis));
    lines.add("");
    lines.addAll(mapLines(map, "p99", WalLatency::p99Millis));
    if (map.points().stream().anyMatch(map::isHeldBack)) {
      lines.add("");
      lines.add("* the disk was full: bulk got less than 90% of that");
    }
    return lines;
  }

  private static List<String> mapLines(
      LatencyMap map, String name, ToDoubleFunction<WalLatency> percentile) {
    TextTable table = new TextTable();
    List<String> head = new ArrayList<>();
    head.add("log " + name + ", ms; bulk writes, MB/s:");
    for (double fraction : map.fractions()) {
      head.add(megabytes(fraction * map.writeBytesPerSecond()));
    }
    table.row(head.toArray(String[]::new));
    for (int read = 0; read < map.fractions().size(); read++) {
      List<String> row = new ArrayList<>();
      row.add(
          "  bulk reads of "
              + megabytes(map.fractions().get(read) * map.readBytesPerSecond())
              + " MB/s");
      for (int write = 0; write < map.fractions().size(); write++) {
        MapPoint point = map.at(write, read);
        row.add(
            millis(percentile.applyAsDouble(point.latency()))
                + (map.isHeldBack(point) ? "*" : " "));
      }
      table.row(row.toArray(String[]::new));
    }
    return table.lines();
  }

  /** The four numbers in one line. */
  static String rates(DiskProfile profile) {
    return String.format(
        Locale.ROOT,
        "At most: writes %s MB/s or %s requests/s, reads %s MB/s or %s requests/s",
        megabytes(profile.model().writeBytesPerSecond()),
        plain(profile.model().writeIops()),
        megabytes(profile.model().readBytesPerSecond()),
        plain(profile.model().readIops()));
  }

  /** Two or three digits. */
  static String millis(double value) {
    String form = value < 1 ? "%.2f" : value < 10 ? "%.1f" : "%,.0f";
    return String.format(Locale.ROOT, form, value);
  }

  static String megabytes(double bytes) {
    double megabytes = bytes / 1e6;
    return String.format(
        Locale.ROOT, megabytes > 0 && megabytes < 10 ? "%.1f" : "%,.0f", megabytes);
  }

  static String plain(double value) {
    return String.format(Locale.ROOT, value < 10 ? "%.1f" : "%,.0f", value);
  }

  /** A value of one digit, without more decimals than it has. */
  static String round(double value) {
    return value >= 1
        ? String.format(Locale.ROOT, "%,.0f", value)
        : new BigDecimal(String.format(Locale.ROOT, "%.6f", value))
            .stripTrailingZeros()
            .toPlainString();
  }
}
