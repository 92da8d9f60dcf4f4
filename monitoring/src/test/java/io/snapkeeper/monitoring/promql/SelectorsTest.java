package io.snapkeeper.monitoring.promql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.snapkeeper.monitoring.promql.Selector.Matcher;
import java.util.List;
import org.junit.jupiter.api.Test;

class SelectorsTest {

  @Test
  void functionsAggregationsAndGroupingsAreNoMetrics() {
    assertThat(metrics("histogram_quantile(0.99, sum by (job, le) (rate(a_bucket[5m])))"))
        .containsExactly("a_bucket");
    assertThat(metrics("sum(a) without (x) / on (job) group_left (y) b{l=\"1\"}"))
        .containsExactly("a", "b");
    assertThat(metrics("a > 0 unless a offset 1h")).containsExactly("a", "a");
    assertThat(metrics("level:metric:rate5m > bool 0.5e3")).containsExactly("level:metric:rate5m");
    assertThat(metrics("3600 * sum by (cause) (rate(a[$__rate_interval]))")).containsExactly("a");
  }

  @Test
  void matchersAreRead() {
    assertThat(Selectors.of("max(a{x=\"1\", y=~\"b|c\"})"))
        .containsExactly(
            new Selector("a", List.of(new Matcher("x", "=", "1"), new Matcher("y", "=~", "b|c"))));
  }

  @Test
  void anOpenBraceIsRefused() {
    assertThatIllegalArgumentException().isThrownBy(() -> Selectors.of("a{x=\"1\""));
  }

  private static List<String> metrics(String expression) {
    return Selectors.of(expression).stream().map(Selector::metric).toList();
  }
}
