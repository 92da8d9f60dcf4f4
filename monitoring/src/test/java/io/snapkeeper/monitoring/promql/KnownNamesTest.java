package io.snapkeeper.monitoring.promql;

import static org.assertj.core.api.Assertions.assertThat;

import io.snapkeeper.metrics.catalogue.Catalogue;
import io.snapkeeper.metrics.catalogue.Figure;
import io.snapkeeper.metrics.catalogue.FlatNames;
import io.snapkeeper.metrics.catalogue.Label;
import io.snapkeeper.monitoring.dashboard.Dashboard;
import io.snapkeeper.monitoring.dashboard.Panel;
import io.snapkeeper.monitoring.dashboards.Dashboards;
import io.snapkeeper.monitoring.promql.Selector.Matcher;
import io.snapkeeper.monitoring.rules.Rule;
import io.snapkeeper.monitoring.rules.RuleFiles;
import java.io.IOException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Dashboards and rules ask for metrics, labels and values of labels that exist. */
class KnownNamesTest {

  /** Of the JVM, by Micrometer, and of Prometheus itself. */
  private static final Set<String> OTHERS =
      Set.of("jvm_memory_used_bytes", "jvm_memory_max_bytes", "jvm_gc_pause_seconds_sum", "up");

  /** Which Prometheus and Micrometer set. */
  private static final Set<String> COMMON_LABELS = Set.of("job", "instance", "le", "area");

  private final Map<String, Map<String, Label>> labelsOfMetrics = new HashMap<>();

  KnownNamesTest() throws IOException {
    for (Figure figure : Catalogue.figures()) {
      if (figure instanceof Figure.Sampled sampled) {
        sampled
            .fixedLabelValues()
            .forEach(values -> labelsOfMetrics.put(FlatNames.of(figure.name(), values), Map.of()));
        labelsOfMetrics.put(figure.name(), byKey(sampled.labels()));
      } else {
        Stream.of("_bucket", "_count", "_sum")
            .forEach(part -> labelsOfMetrics.put(figure.name() + part, Map.of()));
      }
    }
    OTHERS.forEach(name -> labelsOfMetrics.put(name, Map.of()));
    for (Rule rule : RuleFiles.rules()) {
      if (rule instanceof Rule.Recording) {
        labelsOfMetrics.put(rule.name(), Map.of());
      }
    }
  }

  @TestFactory
  Stream<DynamicTest> panels() {
    return Dashboards.all().stream().flatMap(this::panels);
  }

  @TestFactory
  Stream<DynamicTest> rules() throws IOException {
    return RuleFiles.rules().stream()
        .map(rule -> DynamicTest.dynamicTest(rule.name(), () -> check(rule.expression())));
  }

  private Stream<DynamicTest> panels(Dashboard dashboard) {
    return dashboard.panels().stream()
        .map(
            panel ->
                DynamicTest.dynamicTest(
                    dashboard.title() + ": " + panel.title(), () -> check(panel)));
  }

  private void check(Panel panel) {
    panel.queries().forEach(query -> check(query.expression()));
  }

  private void check(String expression) {
    List<Selector> selectors = Selectors.of(expression);
    assertThat(selectors).as(expression).isNotEmpty();
    for (Selector selector : selectors) {
      assertThat(labelsOfMetrics).as(expression).containsKey(selector.metric());
      Map<String, Label> labels = labelsOfMetrics.get(selector.metric());
      for (Matcher matcher : selector.matchers()) {
        if (!COMMON_LABELS.contains(matcher.label())) {
          assertThat(labels).as(expression).containsKey(matcher.label());
          assertThat(labels.get(matcher.label()).values())
              .as(expression)
              .containsAll(Arrays.asList(matcher.value().split("\\|", -1)));
        }
      }
    }
  }

  private static Map<String, Label> byKey(List<Label> labels) {
    Map<String, Label> byKey = new HashMap<>();
    labels.forEach(label -> byKey.put(label.key(), label));
    return byKey;
  }
}
