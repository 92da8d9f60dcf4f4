package io.snapkeeper.metrics.catalogue;

import java.util.List;
import java.util.stream.Collectors;

/** The tables of docs/metrics.md, which lie between two markers. */
public final class ReferencePage {

  private static final String BEGIN = "<!-- begin of the catalogue -->";
  private static final String END = "<!-- end of the catalogue -->";

  private ReferencePage() {}

  /**
   * The page with the tables of this catalogue.
   *
   * @param page the page with any tables
   * @throws IllegalArgumentException if the page has no markers
   */
  public static String update(String page) {
    int begin = page.indexOf(BEGIN);
    int end = page.indexOf(END);
    if (begin < 0 || end < begin) {
      throw new IllegalArgumentException("the page has no \"" + BEGIN + "\" before \"" + END + '"');
    }
    return page.substring(0, begin + BEGIN.length()) + "\n" + tables() + page.substring(end);
  }

  private static String tables() {
    StringBuilder text = new StringBuilder();
    for (Concept concept : Concept.values()) {
      text.append("\n### ").append(concept.title()).append("\n\n");
      text.append("| metric | type | meaning | in `mntr` |\n|---|---|---|---|\n");
      for (Figure figure : Catalogue.figures(concept)) {
        text.append(row(figure));
      }
    }
    return text.append('\n').toString();
  }

  private static String row(Figure figure) {
    if (figure instanceof Figure.Sampled sampled) {
      return "| `%s`%s | %s | %s | %s |\n"
          .formatted(
              figure.name(),
              labels(sampled.labels()),
              FlatNames.word(sampled.kind()),
              figure.help(),
              FlatNames.example(sampled));
    }
    return "| `%s` | histogram | %s | `_count`, `_sum` |\n".formatted(figure.name(), figure.help());
  }

  private static String labels(List<Label> labels) {
    return labels.stream()
        .map(
            label ->
                " `"
                    + label.key()
                    + "`"
                    + (label.isFixed()
                        ? ": " + label.values().stream().collect(Collectors.joining(", "))
                        : ""))
        .collect(Collectors.joining(";", label(labels), ""));
  }

  private static String label(List<Label> labels) {
    return labels.isEmpty() ? "" : "<br>by";
  }
}
