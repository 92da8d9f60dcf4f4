package io.snapkeeper.metrics.provider;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.zookeeper.metrics.Counter;
import org.apache.zookeeper.metrics.CounterSet;
import org.apache.zookeeper.metrics.MetricsContext.DetailLevel;
import org.apache.zookeeper.metrics.Summary;
import org.apache.zookeeper.metrics.SummarySet;
import org.junit.jupiter.api.Test;

/** Every addition counts, whoever scrapes meanwhile; none allocates. */
class LostAdditionsTest {

  private static final int THREADS = 4;
  private static final int EACH = 50_000;

  private final ProviderContext context =
      new ProviderContext(
          (place, fault) -> {
            throw new IllegalStateException(place, fault);
          });
  private final Counter counter = context.getCounter("counter");
  private final CounterSet counters = context.getCounterSet("counters");
  private final Summary summary = context.getSummary("summary", DetailLevel.ADVANCED);
  private final SummarySet summaries = context.getSummarySet("summaries", DetailLevel.BASIC);

  @Test
  void noneIsLostWhereThreadsAddAndScrapeAtOnce() throws InterruptedException {
    List<Thread> adders = new ArrayList<>();
    for (int thread = 0; thread < THREADS; thread++) {
      adders.add(new Thread(() -> add(EACH)));
    }
    adders.forEach(Thread::start);
    double before = 0;
    while (adders.stream().anyMatch(Thread::isAlive)) {
      Map<String, Double> samples = Scrape.of(context).samples();
      assertThat(samples.get("summary_count"))
          .isEqualTo(samples.get("summary_bucket{le=\"+Inf\"}"))
          .isGreaterThanOrEqualTo(before);
      before = samples.get("summary_count");
    }
    for (Thread adder : adders) {
      adder.join();
    }
    double all = (double) THREADS * EACH;
    double sum = THREADS * (EACH * (EACH - 1.0) / 2);
    assertThat(Scrape.of(context).samples())
        .containsEntry("counter", all)
        .containsEntry("counters{key=\"key-0\"}", all / 2)
        .containsEntry("counters{key=\"key-1\"}", all / 2)
        .containsEntry("summary_count", all)
        .containsEntry("summary_sum", sum)
        .containsEntry("summaries_count{key=\"key-1\"}", all / 2)
        .containsEntry("summaries_sum{key=\"key-1\"}", THREADS * Math.pow(EACH / 2.0, 2));
  }

  @Test
  void addingAllocatesNothing() {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    add(200_000);
    long before = threads.getCurrentThreadAllocatedBytes();
    add(1_000_000);
    long allocated = threads.getCurrentThreadAllocatedBytes() - before;
    assertThat(allocated).as("bytes for four million additions").isLessThan(20_000);
  }

  private void add(int times) {
    String[] keys = {"key-0", "key-1"};
    for (int i = 0; i < times; i++) {
      String key = keys[i & 1];
      counter.inc();
      counters.inc(key);
      summary.add(i);
      summaries.add(key, i);
    }
  }
}
