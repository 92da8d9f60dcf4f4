package io.snapkeeper.metrics.catalogue;

import io.snapkeeper.metrics.catalogue.Figure.Kind;
import io.snapkeeper.metrics.figures.LeaderFigures;
import io.snapkeeper.metrics.figures.SnapkeeperFigures;
import io.snapkeeper.metrics.histogram.HistogramLayout;
import io.snapkeeper.metrics.histogram.LatencyHistogram;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/** Collects the figures of one concept, one call each. Not thread-safe. */
final class Section {

  private final Concept concept;
  private final List<Figure> figures = new ArrayList<>();

  Section(Concept concept) {
    this.concept = concept;
  }

  /** One share of a counter that is broken down by a label. */
  record Part(String labelValue, ToDoubleFunction<SnapkeeperFigures> value) {}

  static Part part(String labelValue, ToDoubleFunction<SnapkeeperFigures> value) {
    return new Part(labelValue, value);
  }

  List<Figure> figures() {
    return List.copyOf(figures);
  }

  Section gauge(String name, String help, ToDoubleFunction<SnapkeeperFigures> value) {
    return gaugeIfKnown(name, help, f -> OptionalDouble.of(value.applyAsDouble(f)));
  }

  Section gaugeIfKnown(
      String name, String help, Function<SnapkeeperFigures, OptionalDouble> value) {
    return add(name, help, Kind.GAUGE, List.of(), f -> unlabelled(value.apply(f)));
  }

  Section counter(String name, String help, ToDoubleFunction<SnapkeeperFigures> value) {
    return add(
        name,
        help,
        Kind.COUNTER,
        List.of(),
        f -> unlabelled(OptionalDouble.of(value.applyAsDouble(f))));
  }

  Section counter(String name, String help, String label, Part... parts) {
    List<Part> all = List.of(parts);
    return add(
        name,
        help,
        Kind.COUNTER,
        List.of(new Label(label, all.stream().map(Part::labelValue).toList())),
        f ->
            all.stream()
                .map(p -> new Sample(List.of(p.labelValue()), p.value().applyAsDouble(f)))
                .toList());
  }

  /** A gauge for each state, of which the one in force is 1 and the others are 0. */
  <E extends Enum<E>> Section state(
      String name,
      String help,
      String label,
      Class<E> states,
      Function<SnapkeeperFigures, Optional<E>> value) {
    return add(
        name,
        help,
        Kind.GAUGE,
        List.of(new Label(label, words(states))),
        f -> value.apply(f).map(s -> states(states, s).toList()).orElse(List.of()));
  }

  Section info(String name, String help, String label, Function<SnapkeeperFigures, String> value) {
    return add(
        name,
        help,
        Kind.INFO,
        List.of(new Label(label, List.of())),
        f -> List.of(new Sample(List.of(value.apply(f)), 1)));
  }

  /** A gauge for each member of the ensemble that has reported to this leader. */
  Section perReport(String name, String help, ToDoubleFunction<LeaderFigures.Report> value) {
    return add(
        name,
        help,
        Kind.GAUGE,
        List.of(new Label("sid", List.of())),
        f ->
            members(f)
                .flatMap(
                    member ->
                        member.report().stream()
                            .map(
                                report ->
                                    new Sample(
                                        List.of(Long.toString(member.sid())),
                                        value.applyAsDouble(report))))
                .toList());
  }

  /** For each member of the ensemble a gauge for each state. */
  <E extends Enum<E>> Section statePerMember(
      String name,
      String help,
      String label,
      Class<E> states,
      Function<LeaderFigures.Member, E> value) {
    return add(
        name,
        help,
        Kind.GAUGE,
        List.of(new Label("sid", List.of()), new Label(label, words(states))),
        f ->
            members(f)
                .flatMap(
                    member ->
                        states(states, value.apply(member))
                            .map(
                                s ->
                                    new Sample(
                                        List.of(
                                            Long.toString(member.sid()), s.labelValues().get(0)),
                                        s.value())))
                .toList());
  }

  Section histogram(
      String name,
      String help,
      HistogramLayout layout,
      Function<SnapkeeperFigures, LatencyHistogram> reader) {
    figures.add(new Figure.Histogram(name, concept, help, layout, reader));
    return this;
  }

  private Section add(
      String name,
      String help,
      Kind kind,
      List<Label> labels,
      Function<SnapkeeperFigures, List<Sample>> reader) {
    figures.add(new Figure.Sampled(name, concept, help, kind, labels, reader));
    return this;
  }

  private static Stream<LeaderFigures.Member> members(SnapkeeperFigures figures) {
    return figures.leader().stream().flatMap(leader -> leader.members().stream());
  }

  private static List<Sample> unlabelled(OptionalDouble value) {
    return value.isPresent() ? List.of(new Sample(List.of(), value.getAsDouble())) : List.of();
  }

  private static <E extends Enum<E>> Stream<Sample> states(Class<E> states, E inForce) {
    return Arrays.stream(states.getEnumConstants())
        .map(state -> new Sample(List.of(word(state)), state == inForce ? 1 : 0));
  }

  private static <E extends Enum<E>> List<String> words(Class<E> states) {
    return Arrays.stream(states.getEnumConstants()).map(Section::word).toList();
  }

  private static String word(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT);
  }
}
