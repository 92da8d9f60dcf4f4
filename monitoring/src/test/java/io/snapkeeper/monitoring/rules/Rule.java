package io.snapkeeper.monitoring.rules;

import java.time.Duration;
import java.util.Map;

/** A rule of a rule file: an alert, or a series that is recorded. */
public sealed interface Rule {

  String name();

  String expression();

  /** As it stands in a rule file. */
  Map<String, Object> toYaml();

  /** The same rule with all its durations divided. */
  default Rule faster(int factor) {
    return faster(factor, Duration.ZERO);
  }

  /**
   * The same rule with all its durations divided, but none below the least one: a range needs two
   * scrapes, and a server is not down that misses one.
   */
  Rule faster(int factor, Duration least);

  /** A series that Prometheus computes. */
  record Recording(String name, String expression) implements Rule {
    @Override
    public Map<String, Object> toYaml() {
      return Map.of("record", name, "expr", expression);
    }

    @Override
    public Rule faster(int factor, Duration least) {
      return new Recording(name, Durations.fasterExpression(expression, factor, least.toMillis()));
    }
  }

  /**
   * An alert.
   *
   * @param pending for how long the expression must hold, in PromQL's form
   */
  record Alert(
      String name,
      String expression,
      String pending,
      Map<String, String> labels,
      Map<String, String> annotations)
      implements Rule {

    public Alert {
      labels = Map.copyOf(labels);
      annotations = Map.copyOf(annotations);
    }

    @Override
    public Map<String, Object> toYaml() {
      return Map.of(
          "alert",
          name,
          "expr",
          expression,
          "for",
          pending,
          "labels",
          labels,
          "annotations",
          annotations);
    }

    @Override
    public Rule faster(int factor, Duration least) {
      return new Alert(
          name,
          Durations.fasterExpression(expression, factor, least.toMillis()),
          Durations.faster(pending, factor, least.toMillis()),
          labels,
          annotations);
    }
  }
}
