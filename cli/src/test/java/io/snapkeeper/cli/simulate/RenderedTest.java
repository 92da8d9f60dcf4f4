package io.snapkeeper.cli.simulate;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.snapkeeper.simulation.run.PolicyName;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The tables, the JSON and the page. */
class RenderedTest {

  private static final List<Comparison> GRID =
      List.of(
          SampleRuns.comparison(3, "100MB", 0.001, true),
          SampleRuns.comparison(3, "10GB", 4321, false));

  @Test
  void oneEnsembleHasEveryFigureOfEveryPolicy() {
    assertThat(ComparisonTable.lines(SampleRuns.comparison(5, "1GB", 12.5, true)))
        .containsExactly(
            "5 voters and 1 observer, a tree of 1 GB",
            "1,000 writes/s of 1,024 bytes, disks of 100 MB/s, snapCount 100,000, 2 h, faults: none,"
                + " seed 7",
            "",
            "                                    stock  pr1191  snapkeeper",
            "seconds simulated                   7,200   7,200       7,200",
            "snapshots                             576     576         576",
            "  per server                         96.0    96.0        96.0",
            "  skipped, too busy to snap             7      14          21",
            "seconds with a quorum snapshotting  12.50    0.13        0.00",
            "seconds in degraded slots            0.25    0.50        0.75",
            "longest wait for a slot, s           1.50    3.00        4.50",
            "hard-limit snapshots                   10      20          30",
            "most log a restart replays, MB        123     246         369",
            "quorum write latency p50, ms         1.25    2.50        3.75",
            "  p99                                11.5    23.0        34.5",
            "  p99.9                               101     202         303",
            "  max                               1,001   2,002       3,003",
            "",
            ComparisonTable.SCHEDULE_EXISTS);
  }

  @Test
  void unequalSnapshotsAndAnImpossibleLoadAreSaid() {
    assertThat(ComparisonTable.lines(SampleRuns.withSnapshots(600, 600, 500)))
        .contains("not at equal snapshots: stock 100.0, pr1191 100.0, snapkeeper 83.3 per server");
    assertThat(ComparisonTable.lines(SampleRuns.comparison(5, "100GB", 9, false)))
        .contains(ComparisonTable.NO_SCHEDULE);
  }

  @Test
  void twoVotersHaveNoScheduleHoweverFastTheDisks() {
    assertThat(ComparisonTable.lines(SampleRuns.comparison(2, "1MB", 9, false)))
        .contains(ComparisonTable.EVERY_SNAPSHOT_COUNTS);
  }

  @Test
  void onlyThePoliciesThatWereRunAreShown() {
    Comparison one =
        new Comparison(
            SampleRuns.spec(5, "1GB"),
            Map.of(PolicyName.PR1191, SampleRuns.result(PolicyName.PR1191, 1, 0, true)));
    assertThat(ComparisonTable.lines(one).get(3).strip()).isEqualTo("pr1191");
  }

  @Test
  void aGridHasALineForEachEnsembleInEachTable() {
    List<String> lines = GridTable.lines(GRID);
    assertThat(lines)
        .contains(
            "voters      tree  schedule  snapshots       stock      pr1191  snapkeeper"
                + "       stock      pr1191  snapkeeper",
            "     3    100 MB    exists      equal       <0.01       <0.01        0.00"
                + "         101         202         303",
            "     3     10 GB      none      equal    2,160.50       21.61    1,080.25"
                + "         101         202         303")
        .endsWith(
            "A schedule of as many snapshots as stock takes, without overlap, exists for 1 of the 2"
                + " ensembles.",
            "Among them without overlap: stock 0, pr1191 0, snapkeeper 1.",
            "Among them without a hard-limit snapshot: stock 0, pr1191 0, snapkeeper 0.");
    assertThat(lines).filteredOn(line -> line.startsWith("     3    100 MB")).hasSize(3);
  }

  @Test
  void aGridCountsWhatCannotBeCompared() {
    List<Comparison> grid = new ArrayList<>(GRID);
    grid.add(SampleRuns.withSnapshots(600, 600, 500));
    assertThat(GridTable.lines(grid))
        .endsWith("Not at equal snapshots (policies more than 10% apart): 1 of the 3 ensembles.")
        .anyMatch(line -> line.startsWith("     5      1 GB    exists    unequal"));
  }

  @Test
  void theJsonIsAsPromised() throws Exception {
    JsonNode root =
        new ObjectMapper()
            .readTree(
                SimulationJson.text(
                    SimulationJson.one(SampleRuns.comparison(5, "1GB", 12.5, true))));
    JsonNode stock = root.path("policies").path("stock");
    assertThat(root.path("policies").fieldNames())
        .toIterable()
        .containsExactly("stock", "pr1191", "snapkeeper");
    assertThat(stock.path("seconds").asDouble()).isEqualTo(7200);
    assertThat(stock.path("snapshots").asLong()).isEqualTo(576);
    assertThat(stock.path("overlapSeconds").asDouble()).isEqualTo(12.5);
    assertThat(stock.path("longestWaitSeconds").asDouble()).isEqualTo(1.5);
    assertThat(stock.path("hardLimitSnapshots").asLong()).isEqualTo(10);
    assertThat(stock.path("skippedSnapshots").asLong()).isEqualTo(7);
    assertThat(stock.path("maxLogBytes").asLong()).isEqualTo(123_000_000);
    JsonNode latency = stock.path("writeLatencyMillis");
    assertThat(latency.fieldNames()).toIterable().containsExactly("p50", "p99", "p999", "max");
    assertThat(latency.path("p50").asDouble()).isEqualTo(1.25);
    assertThat(latency.path("p99").asDouble()).isEqualTo(11.5);
    assertThat(latency.path("p999").asDouble()).isEqualTo(101);
    assertThat(latency.path("max").asDouble()).isEqualTo(1001);
    assertThat(root.path("spec").path("seed").asLong()).isEqualTo(7);
    assertThat(root.path("spec").path("faults").asText()).isEqualTo("none");
    assertThat(root.path("scheduleExists").asBoolean()).isTrue();
    assertThat(root.path("equalSnapshots").asBoolean()).isTrue();
  }

  @Test
  void theJsonOfAGridHasAnEntryForEachEnsemble() {
    JsonNode grid = SimulationJson.grid(GRID).path("grid");
    assertThat(grid).hasSize(2);
    assertThat(grid.get(1).path("spec").path("treeBytes").asLong()).isEqualTo(10_000_000_000L);
    assertThat(grid.get(1).path("scheduleExists").asBoolean()).isFalse();
  }

  @Test
  void thePageHasTheCommandThePictureAndTables() {
    String page =
        GridPage.text(
            GRID,
            List.of("simulate", "--grid", "--tree", "100MB,10GB", "--figure", "docs/a b.svg"),
            Path.of("docs/grid.md"),
            Optional.of(Path.of("docs/a b.svg")));
    assertThat(page.lines())
        .contains(
            "    ./snapkeeper simulate --grid --tree 100MB,10GB --figure 'docs/a b.svg'",
            "![Overlap and write latency by tree size](a%20b.svg)",
            "- Among them without overlap: stock 0, pr1191 0, snapkeeper 1.",
            "| voters | tree | schedule | snapshots | overlap, s per hour: stock | pr1191 |"
                + " snapkeeper | write p99.9, ms: stock | pr1191 | snapkeeper |",
            "| 3 | 100 MB | exists | equal | &lt;0.01 | &lt;0.01 | 0.00 | 101 | 202 | 303 |");
    long columns = 10;
    assertThat(page.lines().filter(line -> line.startsWith("|")))
        .allSatisfy(
            line -> assertThat(line.chars().filter(c -> c == '|').count()).isEqualTo(columns + 1));
  }

  @Test
  void aLongCommandIsFoldedBeforeAnOption() {
    List<String> command = new ArrayList<>(List.of("simulate", "--grid"));
    for (int i = 0; i < 10; i++) {
      command.addAll(List.of("--figure", "docs/figure-" + i + ".svg"));
    }
    List<String> lines =
        GridPage.text(GRID, command, Path.of("g.md"), Optional.empty()).lines().toList();
    int first = lines.indexOf("") + 1;
    int end = first + lines.subList(first, lines.size()).indexOf("");
    List<String> shell = lines.subList(first, end);
    assertThat(shell).hasSizeGreaterThan(2).allMatch(line -> line.length() <= 102);
    assertThat(shell.subList(0, shell.size() - 1)).allMatch(line -> line.endsWith(" \\"));
    assertThat(shell.subList(1, shell.size()))
        .allMatch(line -> line.startsWith("        --figure"));
    assertThat(String.join("", shell).replace("\\", "").strip().split(" +"))
        .hasSize(command.size() + 1);
  }
}
