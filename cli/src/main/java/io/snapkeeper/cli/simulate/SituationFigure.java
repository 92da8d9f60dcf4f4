package io.snapkeeper.cli.simulate;

import io.snapkeeper.cli.figure.Canvas;
import io.snapkeeper.cli.figure.Figure;
import io.snapkeeper.cli.figure.Lettering;
import io.snapkeeper.cli.figure.Lettering.Anchor;
import io.snapkeeper.cli.figure.Palette;
import io.snapkeeper.simulation.run.PolicyName;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * A block of cells for each policy: situations down, numbers of voters across, by what it misses.
 */
final class SituationFigure implements Figure {

  private static final double LABELS = 236;
  private static final double TOP = 158;
  private static final double CELL_WIDTH = 64;
  private static final double CELL_HEIGHT = 38;

  /** Room for a policy's name. */
  private static final double BLOCK_WIDTH_MIN = 170;

  private static final double GAP = 22;
  private static final double MARGIN = 16;

  // Told apart without colours by lightness, and by what is written in them.
  private static final int SOUND = 0xD8EFE4;
  private static final int FEWER = 0xFFF3BF;
  private static final int HARD_LIMIT = 0xFFC46B;
  private static final int OVERLAP = 0xE8704A;
  private static final int OVERLAP_SHORT = 0xF6B79F;

  /** An overlap is short below so many seconds per hour. */
  private static final double SHORT_SECONDS = 10;

  private final SituationGrid grid;

  private SituationFigure(SituationGrid grid) {
    this.grid = grid;
  }

  static Figure of(SituationGrid grid) {
    return new SituationFigure(grid);
  }

  @Override
  public double width() {
    int policies = grid.policies().size();
    return Math.max(MARGIN + LABELS + policies * blockWidth() + (policies - 1) * GAP + MARGIN, 900);
  }

  private double blockWidth() {
    return Math.max(grid.voters().size() * CELL_WIDTH, BLOCK_WIDTH_MIN);
  }

  @Override
  public double height() {
    return TOP + grid.situations().size() * CELL_HEIGHT + MARGIN;
  }

  @Override
  public String title() {
    return "Where each rule breaks";
  }

  @Override
  public String description() {
    return "Simulated: " + SituationTable.load(grid);
  }

  @Override
  public void draw(Canvas canvas) {
    canvas.text(MARGIN, 28, title(), Lettering.of(16, Palette.TEXT, Anchor.START).inBold());
    canvas.text(MARGIN, 48, description(), Lettering.of(11.5, Palette.FAINT_TEXT, Anchor.START));
    legend(canvas);
    List<Situation> situations = grid.situations();
    for (int row = 0; row < situations.size(); row++) {
      double y = TOP + row * CELL_HEIGHT;
      canvas.text(
          MARGIN,
          y + 16,
          situations.get(row).title(),
          Lettering.of(12, Palette.TEXT, Anchor.START).inBold());
      canvas.text(
          MARGIN,
          y + 30,
          situations.get(row).detail(),
          Lettering.of(10, Palette.FAINT_TEXT, Anchor.START));
    }
    double x = MARGIN + LABELS;
    for (PolicyName policy : grid.policies()) {
      block(canvas, policy, x);
      x += blockWidth() + GAP;
    }
  }

  /** A colour, and what it and the words in its cells mean. */
  private record Meaning(int colour, String words) {}

  private static final List<List<Meaning>> LEGEND =
      List.of(
          List.of(
              new Meaning(OVERLAP, "90 s: a quorum snapshots at once, seconds per hour"),
              new Meaning(OVERLAP_SHORT, "the same, below 10 s")),
          List.of(
              new Meaning(HARD_LIMIT, "3 hard: snapshots at the hard limit"),
              new Meaning(FEWER, "-20%: so many fewer snapshots than stock"),
              new Meaning(SOUND, "none of these")));

  private static void legend(Canvas canvas) {
    Lettering text = Lettering.of(11.5, Palette.TEXT, Anchor.START);
    double y = 62;
    for (List<Meaning> line : LEGEND) {
      double x = MARGIN;
      for (Meaning meaning : line) {
        canvas.rectangle(x, y, 16, 14, meaning.colour());
        canvas.text(x + 21, y + 11, meaning.words(), text);
        x += 21 + text.widthOf(meaning.words()) + 10;
      }
      y += 20;
    }
  }

  private void block(Canvas canvas, PolicyName policy, double left) {
    canvas.text(
        left + blockWidth() / 2,
        TOP - 32,
        PolicyLook.nameOf(policy),
        Lettering.of(13.5, PolicyLook.of(policy).colour(), Anchor.MIDDLE).inBold());
    List<Integer> voters = grid.voters();
    for (int column = 0; column < voters.size(); column++) {
      double x = left + column * CELL_WIDTH;
      String head = voters.get(column) + (column == 0 ? " voters" : "");
      canvas.text(
          x + CELL_WIDTH / 2, TOP - 10, head, Lettering.of(11, Palette.TEXT, Anchor.MIDDLE));
      for (int row = 0; row < grid.situations().size(); row++) {
        double y = TOP + row * CELL_HEIGHT;
        grid.cell(grid.situations().get(row), voters.get(column))
            .ifPresent(cell -> cell(canvas, cell.comparison(), policy, x, y));
      }
    }
  }

  private static void cell(
      Canvas canvas, Comparison comparison, PolicyName policy, double x, double y) {
    canvas.rectangle(x + 1, y + 1, CELL_WIDTH - 2, CELL_HEIGHT - 2, colour(comparison, policy));
    List<String> words = words(comparison, policy);
    double base = y + CELL_HEIGHT / 2 + 4 - 6.5 * (words.size() - 1);
    for (int i = 0; i < words.size(); i++) {
      Lettering plain = Lettering.of(10.5, Palette.TEXT, Anchor.MIDDLE);
      canvas.text(x + CELL_WIDTH / 2, base + 13 * i, words.get(i), i == 0 ? plain.inBold() : plain);
    }
  }

  private static int colour(Comparison comparison, PolicyName policy) {
    Set<Breach> breaches = Breach.of(comparison, policy);
    if (breaches.contains(Breach.OVERLAP)) {
      return comparison.overlapSecondsPerHour(policy) < SHORT_SECONDS ? OVERLAP_SHORT : OVERLAP;
    }
    if (breaches.contains(Breach.HARD_LIMIT)) {
      return HARD_LIMIT;
    }
    return breaches.contains(Breach.FEWER) ? FEWER : SOUND;
  }

  /** At most two lines: there is no room for a third, and the table has all. */
  private static List<String> words(Comparison comparison, PolicyName policy) {
    Set<Breach> breaches = Breach.of(comparison, policy);
    List<String> words = new ArrayList<>();
    if (breaches.contains(Breach.OVERLAP)) {
      double seconds = comparison.overlapSecondsPerHour(policy);
      words.add(seconds < 0.1 ? "<0.1 s" : seconds(seconds));
    }
    if (breaches.contains(Breach.HARD_LIMIT)) {
      words.add(comparison.of(policy).hardLimitSnapshots() + " hard");
    }
    if (breaches.contains(Breach.FEWER)) {
      words.add(
          String.format(
              Locale.ROOT, "-%.0f%%", 100 - 100 * Breach.shareOfStock(comparison, policy)));
    }
    return words.isEmpty() ? List.of("ok") : words.subList(0, Math.min(2, words.size()));
  }

  private static String seconds(double value) {
    return String.format(Locale.ROOT, value < SHORT_SECONDS ? "%.1f s" : "%,.0f s", value);
  }
}
