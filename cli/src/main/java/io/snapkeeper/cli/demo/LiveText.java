package io.snapkeeper.cli.demo;

import io.snapkeeper.ensemble.LoadFigures;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Collectors;

/** The words of the live view, for a terminal and for plain lines. No line exceeds 79 columns. */
final class LiveText {

  private static final int BAR_WIDTH = 16;
  private static final int SNAPSHOT_BAR_WIDTH = 10;
  private static final int COLUMNS = 79;

  private LiveText() {}

  static List<String> screen(DemoPlan plan, Progress progress, LiveState live, long nowNanos) {
    List<String> lines = new ArrayList<>();
    lines.add(
        "%s %3.0f%%  %s: %s%s"
            .formatted(
                bar(progress.fraction(nowNanos), BAR_WIDTH),
                100 * progress.fraction(nowNanos),
                progress.side().key(),
                progress.stage().title(),
                left(progress.remainingSeconds(nowNanos))));
    lines.add("");
    EnsembleView view = live.view();
    lines.addAll(table(plan, view));
    lines.add("");
    lines.add(margin(plan, view));
    lines.add(counts(plan, progress, view));
    lines.add(load(progress, live));
    if (progress.side() == Side.SNAPKEEPER) {
      lines.addAll(decision(view));
    }
    return lines.stream().map(LiveText::fit).toList();
  }

  /** Always as many lines, so that the view does not jump. */
  static List<String> decision(EnsembleView view) {
    if (view.decision().isEmpty()) {
      return List.of("", "");
    }
    String text = "scheduler: " + view.decision();
    int end = text.length() <= COLUMNS ? -1 : text.lastIndexOf(' ', COLUMNS);
    return end < 0
        ? List.of(text, "")
        : List.of(text.substring(0, end), " ".repeat(11) + text.substring(end + 1));
  }

  // Fixed widths, so that columns stand still from one drawing to the next.
  private static String line(
      String server,
      String role,
      String txns,
      String slot,
      String snapshot,
      String mean,
      String p99) {
    return "%-6s  %-8s  %10s  %-7s  %-17s  %10s  %9s"
        .formatted(server, role, txns, slot, snapshot, mean, p99);
  }

  private static List<String> table(DemoPlan plan, EnsembleView view) {
    List<String> lines = new ArrayList<>();
    lines.add(line("SERVER", "ROLE", "TXNS SINCE", "SLOT", "SNAPSHOT", "FSYNC MEAN", "FSYNC P99"));
    for (int i = 0; i < plan.servers(); i++) {
      if (i >= view.rows().size()) {
        lines.add(line(Integer.toString(i + 1), "-", "-", "-", "", "-", "-"));
        continue;
      }
      ServerRow row = view.rows().get(i);
      lines.add(
          line(
              Long.toString(row.sid()),
              row.role(),
              row.txnsSinceSnapshot().isPresent()
                  ? "%,d".formatted(row.txnsSinceSnapshot().getAsLong())
                  : "-",
              row.slot(),
              snapshot(row),
              millis(row.fsyncMeanMillis()),
              millis(row.fsyncP99Millis())));
    }
    return lines;
  }

  private static String snapshot(ServerRow row) {
    if (!row.snapshotting()) {
      return "";
    }
    double percent = row.progressPercent().orElse(0);
    return bar(percent / 100, SNAPSHOT_BAR_WIDTH)
        + (row.progressPercent().isPresent()
            ? String.format(Locale.ROOT, " %3.0f%%", percent)
            : "    ?");
  }

  private static String margin(DemoPlan plan, EnsembleView view) {
    List<Long> busy =
        view.rows().stream().filter(ServerRow::snapshotting).map(ServerRow::sid).toList();
    String margin =
        view.quorumMargin().isPresent() ? Integer.toString(view.quorumMargin().getAsInt()) : "-";
    return "quorum margin %s (%d of %d needed); snapshotting now: %s%s"
        .formatted(
            margin,
            plan.quorum(),
            plan.servers(),
            busy.isEmpty() ? "none" : join(busy),
            busy.size() >= plan.quorum() ? "  <- a quorum!" : "");
  }

  private static String join(List<Long> sids) {
    return sids.stream().map(String::valueOf).collect(Collectors.joining(" "));
  }

  private static String counts(DemoPlan plan, Progress progress, EnsembleView view) {
    if (progress.stage() != Stage.MEASURE) {
      return "";
    }
    return String.format(
        Locale.ROOT,
        "measured: %d snapshots, %.2f s with %d of %d snapshotting at once",
        view.snapshots(),
        view.quorumSnapshottingSeconds(),
        plan.quorum(),
        plan.servers());
  }

  private static String load(Progress progress, LiveState live) {
    Optional<LoadFigures> figures = live.figures();
    if (figures.isEmpty()) {
      return progress.stage() == Stage.LOAD_TREE ? "tree: " + live.tree() : "";
    }
    LoadFigures now = figures.get();
    return String.format(
        Locale.ROOT,
        "writes: %,d (%.0f/s), %d errors, latency ms p50 %.1f  p99 %.0f  max %.0f",
        now.writes(),
        now.writes() / Math.max(0.001, now.seconds()),
        now.errors(),
        now.p50Millis(),
        now.p99Millis(),
        now.maxMillis());
  }

  /** One line for a log or a pipe. */
  static String plain(DemoPlan plan, Progress progress, LiveState live, long nowNanos) {
    EnsembleView view = live.view();
    StringBuilder line = new StringBuilder();
    line.append(
        String.format(
            Locale.ROOT,
            "%4.0f s  %3.0f%%  %s: %s",
            progress.elapsedSeconds(nowNanos),
            100 * progress.fraction(nowNanos),
            progress.side().key(),
            progress.stage().title()));
    if (live.figures().isPresent()) {
      LoadFigures now = live.figures().get();
      line.append(
          String.format(
              Locale.ROOT,
              "; %.0f writes/s, p99 %.0f ms, %d errors",
              now.writes() / Math.max(0.001, now.seconds()),
              now.p99Millis(),
              now.errors()));
    }
    if (progress.stage() == Stage.MEASURE) {
      line.append("; ").append(counts(plan, progress, view));
    }
    line.append(left(progress.remainingSeconds(nowNanos)));
    return line.toString();
  }

  private static String left(double seconds) {
    return seconds < 1 ? "" : String.format(Locale.ROOT, "; about %.0f s left", seconds);
  }

  private static String millis(OptionalDouble value) {
    return value.isPresent() ? String.format(Locale.ROOT, "%.1f ms", value.getAsDouble()) : "-";
  }

  static String bar(double fraction, int width) {
    int full = (int) Math.round(Math.max(0, Math.min(1, fraction)) * width);
    return "[" + "#".repeat(full) + "-".repeat(width - full) + "]";
  }

  private static String fit(String line) {
    return line.length() <= COLUMNS ? line : line.substring(0, COLUMNS - 3) + "...";
  }
}
