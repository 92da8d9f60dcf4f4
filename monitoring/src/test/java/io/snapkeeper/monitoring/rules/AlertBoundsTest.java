package io.snapkeeper.monitoring.rules;

import static org.assertj.core.api.Assertions.assertThat;

import io.snapkeeper.monitoring.rules.AlertBounds.Bound;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import org.snakeyaml.engine.v2.api.Dump;
import org.snakeyaml.engine.v2.api.DumpSettings;

/** Each alert fires above its bound, after its time and no earlier, and never below it. */
class AlertBoundsTest {

  private static final String PREFIX = "Snapkeeper";

  /** After each case's last value but those of a day. */
  private static final List<Integer> LATER = List.of(20, 60, 102, 130);

  @TempDir Path directory;

  @Test
  void everyAlertHasItsBound() throws IOException {
    assertThat(AlertBounds.all())
        .extracting(bound -> PREFIX + bound.alert())
        .containsAll(RuleFiles.alerts().stream().map(Rule.Alert::name).toList());
  }

  @TestFactory
  Stream<DynamicTest> bounds() {
    List<Bound> all = AlertBounds.all();
    return Stream.iterate(0, i -> i + 1)
        .limit(all.size())
        .map(
            i ->
                DynamicTest.dynamicTest(
                    all.get(i).alert() + ": " + all.get(i).above(), () -> check(i, all.get(i))));
  }

  private void check(int number, Bound bound) throws Exception {
    Map<String, Object> file =
        Map.of(
            "rule_files",
            RuleFiles.paths().stream().map(Path::toString).toList(),
            "evaluation_interval",
            "1m",
            // Otherwise at random: an alert may then see what is recorded one evaluation later.
            "group_eval_order",
            List.of("snapkeeper.rules", "snapkeeper.alerts"),
            "tests",
            List.of(
                Map.of(
                    "interval",
                    "1m",
                    "input_series",
                    series(bound.below()),
                    "promql_expr_test",
                    LATER.stream().map(minute -> firing(bound, minute, false)).toList()),
                Map.of(
                    "interval",
                    "1m",
                    "input_series",
                    series(bound.above()),
                    "promql_expr_test",
                    firings(bound))));
    Path test = directory.resolve("bound-" + number + ".test.yml");
    Files.writeString(test, new Dump(DumpSettings.builder().build()).dumpToString(file));
    PromtoolTest.promtool("test", List.of(test));
  }

  private static List<Object> firings(Bound bound) {
    List<Object> firings = new ArrayList<>();
    int first = bound.fromMinute() + bound.pendingMinutes();
    if (first > 0) {
      firings.add(firing(bound, first - 1, false));
    }
    firings.add(firing(bound, first, true));
    if (bound.lastMinute() > 0) {
      // From Prometheus 3 on a range is without its left end, and the last minute one earlier.
      firings.add(firing(bound, bound.lastMinute() - 1, true));
      firings.add(firing(bound, bound.lastMinute() + 1, false));
    }
    return firings;
  }

  private static Object firing(Bound bound, int minute, boolean fires) {
    return Map.of(
        "expr",
        "count(ALERTS{alertstate='firing', alertname='%s'})".formatted(PREFIX + bound.alert()),
        "eval_time",
        minute + "m",
        "exp_samples",
        fires ? List.of(Map.of("labels", "{}", "value", 1)) : List.of());
  }

  private static List<Object> series(List<String> all) {
    return all.stream()
        .map(
            one -> {
              int end = one.indexOf('}') < 0 ? one.indexOf(' ') : one.indexOf('}') + 1;
              return (Object)
                  Map.of("series", one.substring(0, end), "values", one.substring(end).strip());
            })
        .toList();
  }
}
