package io.snapkeeper.metrics.catalogue;

import static org.assertj.core.api.Assertions.assertThat;

import io.snapkeeper.metrics.FixedFigures;
import io.snapkeeper.metrics.catalogue.Figure.Kind;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Names follow the conventions of Prometheus, and each figure says what it declares. */
class CatalogueTest {

  /** Labels whose values are not known beforehand: an ensemble has few of them. */
  private static final Set<String> OPEN_LABELS = Set.of("sid", "version");

  @Test
  void namesAreUniqueAndBeginAlike() {
    assertThat(Catalogue.figures()).extracting(Figure::name).doesNotHaveDuplicates();
    assertThat(Catalogue.figures())
        .allSatisfy(figure -> assertThat(figure.name()).matches("snapkeeper(_[a-z0-9]+)+"));
  }

  @Test
  void flatNamesAreUniqueToo() {
    Set<String> names = new HashSet<>();
    for (Figure.Sampled figure : sampled()) {
      for (List<String> values : figure.fixedLabelValues()) {
        assertThat(names.add(FlatNames.of(figure.name(), values))).as(figure.name()).isTrue();
      }
    }
  }

  @Test
  void countersAndOnlyTheyEndInTotal() {
    for (Figure.Sampled figure : sampled()) {
      assertThat(figure.name().endsWith("_total"))
          .as(figure.name())
          .isEqualTo(figure.kind() == Kind.COUNTER);
      assertThat(figure.name().endsWith("_info"))
          .as(figure.name())
          .isEqualTo(figure.kind() == Kind.INFO);
    }
  }

  @Test
  void unitsAreBaseUnits() {
    assertThat(Catalogue.figures())
        .allSatisfy(
            figure ->
                assertThat(figure.name())
                    .doesNotContain("micros")
                    .doesNotContain("millis")
                    .doesNotContain("percent")
                    .doesNotContain("permille"));
    assertThat(Catalogue.figures())
        .filteredOn(figure -> figure instanceof Figure.Histogram)
        .extracting(Figure::unit)
        .containsOnly(Optional.of("seconds"));
  }

  @Test
  void everyFigureHasAHelpThatIsASentence() {
    assertThat(Catalogue.figures())
        .allSatisfy(figure -> assertThat(figure.help()).endsWith(".").hasSizeBetween(20, 250));
  }

  @Test
  void onlyServersAndTheVersionAreOpenLabels() {
    for (Figure.Sampled figure : sampled()) {
      for (Label label : figure.labels()) {
        assertThat(label.isFixed())
            .as(figure.name())
            .isNotEqualTo(OPEN_LABELS.contains(label.key()));
        assertThat(label.values())
            .allSatisfy(value -> assertThat(value).isEqualTo(value.toLowerCase(Locale.ROOT)));
      }
    }
  }

  @Test
  void aFigureGivesTheLabelsThatItDeclares() {
    FixedFigures figures = new FixedFigures();
    figures.leader = Optional.of(FixedFigures.LEADER);
    figures.shadow = Optional.of(FixedFigures.SHADOW);
    for (Figure.Sampled figure : sampled()) {
      List<Sample> samples = figure.reader().apply(figures);
      assertThat(samples).as(figure.name()).isNotEmpty();
      assertThat(samples).extracting(Sample::labelValues).doesNotHaveDuplicates();
      for (Sample sample : samples) {
        assertThat(sample.labelValues()).as(figure.name()).hasSameSizeAs(figure.labels());
        for (int i = 0; i < figure.labels().size(); i++) {
          Label label = figure.labels().get(i);
          if (label.isFixed()) {
            assertThat(sample.labelValues().get(i)).isIn(label.values());
          }
        }
      }
      if (!figure.fixedLabelValues().isEmpty()) {
        assertThat(samples).as(figure.name()).hasSameSizeAs(figure.fixedLabelValues());
      }
    }
  }

  @Test
  void ofTheStatesOneIsInForce() {
    FixedFigures figures = new FixedFigures();
    Figure.Sampled mode =
        sampled().stream()
            .filter(figure -> figure.name().equals("snapkeeper_member_mode"))
            .findFirst()
            .orElseThrow();
    assertThat(mode.reader().apply(figures).stream().mapToDouble(Sample::value).sum()).isOne();
    assertThat(mode.value(figures, List.of("scheduled"))).hasValue(1);
    assertThat(mode.value(figures, List.of("asleep"))).isEmpty();
  }

  private static List<Figure.Sampled> sampled() {
    return Catalogue.figures().stream()
        .filter(Figure.Sampled.class::isInstance)
        .map(Figure.Sampled.class::cast)
        .toList();
  }
}
