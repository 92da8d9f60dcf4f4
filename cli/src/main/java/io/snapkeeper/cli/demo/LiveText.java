package io.snapkeeper.cli.demo;

import io.snapkeeper.cli.demo.story.Story;
import io.snapkeeper.cli.demo.story.StoryText;
import io.snapkeeper.ensemble.LoadFigures;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;

/** The words of the live view, for a terminal and for plain lines. No line exceeds 79 columns. */
final class LiveText {

  private static final int BAR_WIDTH = 16;
  private static final int COLUMNS = 79;

  private final DemoPlan plan;
  private final Progress progress;
  private final LiveState live;
  private final StoryText text;

  LiveText(DemoPlan plan, Progress progress, LiveState live, StoryText text) {
    this.plan = plan;
    this.progress = progress;
    this.live = live;
    this.text = text;
  }

  List<String> screen(long nowNanos) {
    List<String> lines = new ArrayList<>();
    lines.add(
        fit(
            "%s %3.0f%%  %s: %s%s"
                .formatted(
                    bar(progress.fraction(nowNanos), BAR_WIDTH),
                    100 * progress.fraction(nowNanos),
                    progress.side().key(),
                    progress.stage().title(),
                    left(progress.remainingSeconds(nowNanos)))));
    Optional<Story> story = live.story();
    if (story.isEmpty()) {
      return lines;
    }
    EnsembleView view = live.view();
    lines.add("");
    lines.addAll(strips(story.get(), view));
    lines.add("");
    lines.add(fit(counts(view)));
    if (progress.side() == Side.SNAPKEEPER && plan.has(Layer.SCHEDULER)) {
      lines.addAll(decision(view));
    }
    return lines;
  }

  private List<String> strips(Story story, EnsembleView view) {
    List<String> lines = new ArrayList<>();
    String heading = row("", "ROLE", "TXNS", "SLOT");
    lines.add(live.isMeasuring() ? text.ruler(heading, story) : fit(heading + " the last seconds"));
    lines.addAll(text.servers(story, sid -> label(sid, view)));
    lines.add(text.overlap(story, plan.tooManySnapshotting()));
    double scale = live.scaleMillis(StoryText.scaleFor(story.worstOfAllMillis()));
    lines.addAll(text.latencies(story, scale));
    return lines;
  }

  private static String label(long sid, EnsembleView view) {
    return view.rows().stream()
        .filter(row -> row.sid() == sid)
        .findFirst()
        .map(row -> row(Long.toString(sid), row.role(), txns(row.txnsSinceSnapshot()), row.slot()))
        .orElseGet(() -> row(Long.toString(sid), "-", "-", "-"));
  }

  // Fixed widths, so that columns stand still from one drawing to the next.
  private static String row(String server, String role, String txns, String slot) {
    return "%1.1s %-8.8s %6s %-7.7s".formatted(server, role, txns, slot);
  }

  private static String txns(OptionalLong txns) {
    return txns.isPresent() ? "%,d".formatted(txns.getAsLong()) : "-";
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
        : List.of(text.substring(0, end), fit(" ".repeat(11) + text.substring(end + 1)));
  }

  private String counts(EnsembleView view) {
    Optional<LoadFigures> figures = live.figures();
    if (figures.isEmpty()) {
      return "";
    }
    StringBuilder line = new StringBuilder();
    line.append(
        String.format(
            Locale.ROOT,
            "%d snapshots, %.2f s with %s",
            view.snapshots(),
            view.quorumSnapshottingSeconds(),
            plan.tooManySnapshotting()));
    if (plan.ownDisks()) {
      line.append(
          String.format(
              Locale.ROOT,
              "; writes p50 %.1f, max %.0f ms",
              figures.get().p50Millis(),
              figures.get().maxMillis()));
    }
    return line.toString();
  }

  /** One line for a log or a pipe. */
  String plain(long nowNanos) {
    StringBuilder line = new StringBuilder();
    line.append(
        String.format(
            Locale.ROOT,
            "%4.0f s  %3.0f%%  %s: %s",
            progress.elapsedSeconds(nowNanos),
            100 * progress.fraction(nowNanos),
            progress.side().key(),
            progress.stage().title()));
    String counts = counts(live.view());
    if (!counts.isEmpty()) {
      line.append("; ").append(counts);
    }
    line.append(left(progress.remainingSeconds(nowNanos)));
    return line.toString();
  }

  private static String left(double seconds) {
    return seconds < 1 ? "" : String.format(Locale.ROOT, "; about %.0f s left", seconds);
  }

  static String bar(double fraction, int width) {
    int full = (int) Math.round(Math.max(0, Math.min(1, fraction)) * width);
    return "[" + "#".repeat(full) + "-".repeat(width - full) + "]";
  }

  private static String fit(String line) {
    return line.length() <= COLUMNS ? line : line.substring(0, COLUMNS - 3) + "...";
  }
}
