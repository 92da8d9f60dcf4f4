package io.snapkeeper.metrics.provider;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.zookeeper.metrics.Counter;
import org.apache.zookeeper.metrics.CounterSet;
import org.apache.zookeeper.metrics.MetricsContext.DetailLevel;
import org.apache.zookeeper.metrics.Summary;
import org.apache.zookeeper.metrics.SummarySet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ProviderContextTest {

  private final List<String> faults = new ArrayList<>();
  private final ProviderContext context =
      new ProviderContext((place, fault) -> faults.add(place + ": " + fault.getMessage()));

  @Test
  void aCounterKeepsItsNameAndIsAlwaysTheSame() {
    Counter counter = context.getCounter("proposal_count");
    counter.inc();
    context.getContext("sub").getCounter("proposal_count").add(4);
    assertThat(counter.get()).isEqualTo(5);
    assertThat(scraped()).containsExactly(Map.entry("proposal_count", 5.0));
    assertThat(dumped()).containsExactly(Map.entry("proposal_count", 5L));
    assertThat(faults).isEmpty();
  }

  @Test
  void aCounterNeverDecreases() {
    context.getCounter("cc").add(3);
    context.getCounter("cc").add(-1);
    context.getCounterSet("set").add("a", 3);
    context.getCounterSet("set").add("a", -1);
    assertThat(scraped()).containsEntry("cc", 3.0).containsEntry("set{key=\"a\"}", 3.0);
    assertThat(faults).containsExactly("counter cc: adds -1", "counter set: adds -1");
  }

  @Test
  void aCounterSetHasTheLabelKey() {
    CounterSet set = context.getCounterSet("quota_exceeded");
    assertThat(scraped()).isEmpty();
    set.inc("ns1");
    set.add("ns1", 2);
    set.add("a \"b\"", 7);
    assertThat(context.getCounterSet("quota_exceeded")).isSameAs(set);
    assertThat(scraped())
        .containsOnly(
            Map.entry("quota_exceeded{key=\"ns1\"}", 3.0),
            Map.entry("quota_exceeded{key=\"a \\\"b\\\"\"}", 7.0));
    assertThat(dumped()).containsEntry("quota_exceeded{key=\"ns1\"}", 3L);
  }

  @Test
  void aSummaryIsAHistogramInAScrapeAndHasItsQuantilesInMntr() {
    Summary summary = context.getSummary("latency", DetailLevel.ADVANCED);
    for (int i = 1; i <= 100; i++) {
      summary.add(i);
    }
    assertThat(context.getSummary("latency", DetailLevel.ADVANCED)).isSameAs(summary);
    assertThat(scraped())
        .containsEntry("latency_count", 100.0)
        .containsEntry("latency_sum", 5_050.0)
        .containsEntry("latency_bucket{le=\"0.0\"}", 0.0)
        .containsEntry("latency_bucket{le=\"1.0\"}", 1.0)
        .containsEntry("latency_bucket{le=\"20.0\"}", 20.0)
        .containsEntry("latency_bucket{le=\"+Inf\"}", 100.0);
    assertThat(Scrape.of(context).text()).contains("# TYPE latency histogram");
    assertThat(dumped())
        .containsOnlyKeys(
            "latency{quantile=\"0.5\"}",
            "latency{quantile=\"0.9\"}",
            "latency{quantile=\"0.99\"}",
            "latency_count",
            "latency_sum")
        .containsEntry("latency_count", 100L)
        .containsEntry("latency_sum", 5_050L);
  }

  @Test
  void aBasicSummaryHasItsMedianInMntr() {
    context.getSummary("size", DetailLevel.BASIC);
    assertThat(dumped())
        .containsOnlyKeys("size{quantile=\"0.5\"}", "size_count", "size_sum")
        .containsEntry("size{quantile=\"0.5\"}", Double.NaN);
  }

  @Test
  void aSummarySetHasTheLabelKey() {
    SummarySet set = context.getSummarySet("write_per_namespace", DetailLevel.BASIC);
    set.add("ns1", 10);
    set.add("ns1", 30);
    set.add("ns2", 5);
    assertThat(context.getSummarySet("write_per_namespace", DetailLevel.BASIC)).isSameAs(set);
    assertThat(scraped())
        .containsEntry("write_per_namespace_count{key=\"ns1\"}", 2.0)
        .containsEntry("write_per_namespace_sum{key=\"ns1\"}", 40.0)
        .containsEntry("write_per_namespace_bucket{key=\"ns2\",le=\"5.0\"}", 1.0);
    assertThat(dumped())
        .containsEntry("write_per_namespace{key=\"ns1\",quantile=\"0.5\"}", 10.0)
        .containsEntry("write_per_namespace_sum{key=\"ns2\"}", 5L);
  }

  @Test
  void whatIsNegativeDoesNotReduceASum() {
    Summary summary = context.getSummary("propagation_latency", DetailLevel.BASIC);
    summary.add(5);
    summary.add(-40);
    assertThat(scraped())
        .containsEntry("propagation_latency_count", 2.0)
        .containsEntry("propagation_latency_sum", 5.0);
  }

  @Test
  void aSummaryHasOneLevelOfDetail() {
    context.getSummary("a", DetailLevel.BASIC);
    context.getSummarySet("b", DetailLevel.ADVANCED);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> context.getSummary("a", DetailLevel.ADVANCED))
        .withMessageContaining("registered with detail BASIC already");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> context.getSummarySet("b", DetailLevel.BASIC));
  }

  @Test
  void oneNameIsOneKindOfMetric() {
    context.getCounter("a");
    context.registerGauge("b", () -> 1);
    context.getSummary("c", DetailLevel.BASIC);
    for (String name : List.of("a", "b")) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> context.getSummary(name, DetailLevel.BASIC))
          .withMessageContaining("metric " + name + " is registered already");
      assertThatIllegalArgumentException()
          .isThrownBy(() -> context.getSummarySet(name, DetailLevel.BASIC));
      assertThatIllegalArgumentException().isThrownBy(() -> context.getCounterSet(name));
      assertThatIllegalArgumentException()
          .isThrownBy(() -> context.registerGaugeSet(name, Map::of));
    }
    assertThatIllegalArgumentException().isThrownBy(() -> context.registerGauge("a", () -> 2));
    assertThatIllegalArgumentException().isThrownBy(() -> context.getCounter("b"));
    assertThatIllegalArgumentException().isThrownBy(() -> context.getCounter("c"));
    assertThat(scraped()).containsEntry("a", 0.0).containsEntry("b", 1.0);
  }

  @Test
  void noSeriesBelongsToTwoMetrics() {
    context.getSummary("diff", DetailLevel.BASIC);
    context.getCounter("snap_count");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> context.getCounter("diff_count"))
        .withMessageContaining("series diff_count, which metric diff has already");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> context.getSummary("snap", DetailLevel.BASIC))
        .withMessageContaining("series snap_count, which metric snap_count has already");
    assertThat(dumped()).doesNotContainKeys("snap_sum");
    context.getCounter("snap_sum").inc(); // nothing is left of the summary that was refused
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "1st", "a b", "a-b", "a.b", "ä"})
  void otherNamesThanPrometheusKnowsAreRefused(String name) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> context.getCounter(name))
        .withMessageContaining("is not a name for Prometheus");
    assertThatIllegalArgumentException().isThrownBy(() -> context.registerGauge(name, () -> 1));
  }

  @Test
  void nullIsRefused() {
    assertThatNullPointerException().isThrownBy(() -> context.getCounter(null));
    assertThatNullPointerException().isThrownBy(() -> context.getCounterSet(null));
    assertThatNullPointerException().isThrownBy(() -> context.getSummary(null, DetailLevel.BASIC));
    assertThatNullPointerException()
        .isThrownBy(() -> context.getSummarySet(null, DetailLevel.BASIC));
    assertThatNullPointerException().isThrownBy(() -> context.registerGauge("a", null));
    assertThatNullPointerException().isThrownBy(() -> context.registerGauge(null, () -> 1));
    assertThatNullPointerException().isThrownBy(() -> context.unregisterGauge(null));
    assertThatNullPointerException().isThrownBy(() -> context.registerGaugeSet("a", null));
    assertThatNullPointerException().isThrownBy(() -> context.registerGaugeSet(null, Map::of));
    assertThatNullPointerException().isThrownBy(() -> context.unregisterGaugeSet(null));
  }

  @Test
  void aGaugeIsReplacedByTheNextOfItsNameAndEndsWhenItIsUnregistered() {
    context.registerGauge("uptime", () -> 1);
    context.registerGauge("uptime", () -> -2.5);
    assertThat(scraped()).containsExactly(Map.entry("uptime", -2.5));
    assertThat(dumped()).containsExactly(Map.entry("uptime", -2.5));
    context.unregisterGaugeSet("uptime"); // that is another kind
    assertThat(scraped()).hasSize(1);
    context.unregisterGauge("uptime");
    context.unregisterGauge("uptime");
    assertThat(scraped()).isEmpty();
    assertThat(dumped()).isEmpty();
    context.getCounter("uptime").inc();
    assertThat(scraped()).containsExactly(Map.entry("uptime", 1.0));
  }

  @Test
  void aGaugeWithoutAValueIsZero() {
    context.registerGauge("synced_observers", () -> null);
    assertThat(scraped()).containsExactly(Map.entry("synced_observers", 0.0));
    assertThat(dumped()).containsExactly(Map.entry("synced_observers", 0));
  }

  @Test
  void aGaugeSetHasTheLabelKey() {
    Map<String, Number> values = new HashMap<>();
    values.put("ns1", 10.5);
    values.put("ns2", null);
    values.put(null, 3);
    context.registerGaugeSet("quota", () -> values);
    assertThat(scraped())
        .containsOnly(Map.entry("quota{key=\"ns1\"}", 10.5), Map.entry("quota{key=\"ns2\"}", 0.0));
    values.remove("ns1");
    assertThat(dumped()).containsExactly(Map.entry("quota{key=\"ns2\"}", 0));
    context.unregisterGaugeSet("quota");
    assertThat(scraped()).isEmpty();
  }

  @Test
  void aGaugeThatThrowsIsLeftOutAndTheOthersAreNot() {
    context.registerGauge(
        "bad",
        () -> {
          throw new IllegalStateException("no server yet");
        });
    context.registerGaugeSet(
        "bad_set",
        () -> {
          throw new StackOverflowError("deep");
        });
    context.registerGauge("good", () -> 1);
    assertThat(scraped()).containsExactly(Map.entry("good", 1.0));
    assertThat(dumped()).containsExactly(Map.entry("good", 1));
    assertThat(faults).contains("metric bad: no server yet", "metric bad_set: deep").hasSize(4);
  }

  @Test
  void keysAreBoundedAndNothingIsLost() {
    int keys = Keys.KEYS_MAX + 500;
    SummarySet summaries = context.getSummarySet("sizes", DetailLevel.BASIC);
    CounterSet counters = context.getCounterSet("calls");
    for (int key = 0; key < keys; key++) {
      summaries.add("client-" + key, 1);
      counters.inc("client-" + key);
    }
    counters.inc("client-0");
    counters.inc(null);
    Map<String, Double> samples = scraped();
    assertThat(samples)
        .containsEntry("calls{key=\"other_keys\"}", 501.0)
        .containsEntry("calls{key=\"client-0\"}", 2.0)
        .containsEntry("sizes_sum{key=\"other_keys\"}", 500.0)
        .doesNotContainKey("calls{key=\"client-" + (keys - 1) + "\"}");
    assertThat(samples.keySet().stream().filter(name -> name.startsWith("calls{")))
        .hasSize(Keys.KEYS_MAX + 1);
    assertThat(faults)
        .hasSize(2)
        .allMatch(fault -> fault.contains("client-1000 after 1000 keys, of at most 1000"));
  }

  private Map<String, Double> scraped() {
    return Scrape.of(context).samples();
  }

  private Map<String, Object> dumped() {
    Map<String, Object> dumped = new TreeMap<>();
    context.dump(dumped::put);
    return dumped;
  }
}
