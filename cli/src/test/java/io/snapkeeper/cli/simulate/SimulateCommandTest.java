package io.snapkeeper.cli.simulate;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.snapkeeper.cli.Failure;
import io.snapkeeper.simulation.ensemble.Bursts;
import io.snapkeeper.simulation.ensemble.Votes;
import io.snapkeeper.simulation.run.Conditions;
import io.snapkeeper.simulation.run.FaultLevel;
import io.snapkeeper.simulation.run.PolicyName;
import io.snapkeeper.simulation.run.Simulation;
import io.snapkeeper.simulation.run.SimulationSpec;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;
import picocli.CommandLine.Command;

class SimulateCommandTest {

  private static final Conditions ALL_CONDITIONS =
      new Conditions(
          4,
          20,
          new Bursts(20_000, 500),
          new Votes(
              List.of(3L, 1L, 1L, 1L, 0L, 1L, 1L),
              List.of(List.of(1L, 2L, 3L), List.of(4L, 5L), List.of(6L, 7L))));

  /** What breaks a rule in a real run is not known; this stands for it. */
  private static final Engine BREAKS_HALFWAY =
      (spec, policy, progress) ->
          Simulation.run(
              spec,
              policy,
              share -> {
                if (share >= 0.5) {
                  throw new IllegalStateException("S1: broken for this test");
                }
              });

  @TempDir private Path directory;

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();
  private final List<SimulationSpec> seen = Collections.synchronizedList(new ArrayList<>());
  private final Set<PolicyName> policies = Collections.synchronizedSet(new TreeSet<>());

  @Command(name = "snapkeeper")
  private static final class Root {}

  private int run(Engine engine, String... args) {
    CommandLine line =
        new CommandLine(new Root()).addSubcommand("simulate", new SimulateCommand(engine));
    line.setOut(new PrintWriter(out, true));
    line.setErr(new PrintWriter(err, true));
    line.setExecutionExceptionHandler(
        (exception, command, parsed) -> {
          if (exception instanceof Failure failure) {
            command.getErr().println(failure.getMessage());
            return failure.exit().code();
          }
          throw exception;
        });
    List<String> all = new ArrayList<>(List.of("simulate"));
    all.addAll(List.of(args));
    return line.execute(all.toArray(String[]::new));
  }

  private int run(String... args) {
    return run(
        (spec, policy, progress) -> {
          progress.accept(1);
          seen.add(spec);
          policies.add(policy);
          return SampleRuns.result(policy, 96L * spec.voters(), 1, true);
        },
        args);
  }

  private String file(String name) {
    return directory.resolve(name).toString();
  }

  @Test
  void everyOptionReachesTheSimulation() {
    assertThat(
            run(
                "--voters=7",
                "--observers=2",
                "--tree=10GB",
                "--rate=250.5",
                "--txn-bytes=2000",
                "--disk=150",
                "--snap-count=50000",
                "--policy=snapkeeper",
                "--policy=STOCK",
                "--hours=0.5",
                "--seed=42",
                "--faults=many",
                "--disk-spread=4",
                "--failing-disk=20",
                "--bursts=20,0.5",
                "--weights=3,1,1,1,0,1,1",
                "--groups=1:2:3,4:5,6:7"))
        .isZero();
    assertThat(policies).containsExactly(PolicyName.STOCK, PolicyName.SNAPKEEPER);
    SimulationSpec spec = seen.get(0);
    assertThat(spec.voters()).isEqualTo(7);
    assertThat(spec.observers()).isEqualTo(2);
    assertThat(spec.treeBytes()).isEqualTo(10_000_000_000L);
    assertThat(spec.writesPerSecond()).isEqualTo(250.5);
    assertThat(spec.txnBytes()).isEqualTo(2000);
    assertThat(spec.diskBytesPerSecond()).isEqualTo(150e6);
    assertThat(spec.snapCount()).isEqualTo(50_000);
    assertThat(spec.hours()).isEqualTo(0.5);
    assertThat(spec.seed()).isEqualTo(42);
    assertThat(spec.faults().name()).isEqualTo("MANY");
    assertThat(spec.conditions()).isEqualTo(ALL_CONDITIONS);
  }

  @Test
  void oneEnsembleUnderAllPoliciesIsTheDefault() {
    assertThat(run()).isZero();
    assertThat(seen).hasSize(3).allMatch(spec -> spec.equals(seen.get(0)));
    assertThat(policies).containsExactly(PolicyName.values());
    assertThat(out.toString()).contains("seconds with a quorum snapshotting");
  }

  @Test
  void aGridRunsEveryCombination() throws Exception {
    assertThat(
            run(
                "--grid",
                "--voters=3,5",
                "--tree=100MB,1GB,10GB",
                "--json=" + file("g.json"),
                "--markdown=" + file("g.md"),
                "--figure=" + file("g.svg")))
        .isZero();
    assertThat(seen).hasSize(2 * 3 * 3);
    assertThat(new ObjectMapper().readTree(Path.of(file("g.json")).toFile()).path("grid"))
        .hasSize(6);
    assertThat(Files.readString(Path.of(file("g.md"))))
        .contains("    ./snapkeeper simulate --grid --voters=3,5")
        .contains("](g.svg)");
    assertThat(Path.of(file("g.svg"))).content().contains("<svg").contains("5 voters");
  }

  @Test
  void aGridWithoutATreeRunsEverySituation() throws Exception {
    assertThat(
            run(
                "--grid",
                "--voters=5,9",
                "--policy=stock,snapkeeper",
                "--hours=0.5",
                "--json=" + file("g.json"),
                "--markdown=" + file("g.md"),
                "--figure=" + file("g.svg")))
        .isZero();
    assertThat(seen).hasSize(2 * 2 * Situation.values().length);
    assertThat(seen).allMatch(spec -> spec.hours() == 0.5);
    assertThat(new ObjectMapper().readTree(Path.of(file("g.json")).toFile()).path("grid"))
        .hasSize(2 * Situation.values().length);
    assertThat(Path.of(file("g.md"))).content().contains("# Where each rule breaks", "](g.svg)");
    assertThat(Path.of(file("g.svg"))).content().contains("hierarchical quorum");
  }

  @Test
  void theFilesOfOneEnsembleAreWritten() throws Exception {
    assertThat(run("--json", file("s.json"), "--figure", file("s.svg"))).isZero();
    assertThat(
            new ObjectMapper()
                .readTree(Path.of(file("s.json")).toFile())
                .path("policies")
                .path("snapkeeper")
                .path("seconds")
                .asDouble())
        .isEqualTo(7200);
    assertThat(Path.of(file("s.svg"))).content().contains("quorum write latency, ms");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--voters=0 | 2 | --voters is 0; allowed: 1 to 21",
        "--voters=22 | 2 | --voters is 22; allowed: 1 to 21",
        "--observers=-1 | 2 | --observers is -1; allowed: 0 to 21",
        "--rate=0 | 2 | --rate is 0.0; allowed: more than 0",
        "--disk=-5 | 2 | --disk (bytes per second) is -5000000.0; allowed: more than 0",
        "--txn-bytes=0 | 2 | --txn-bytes is 0; allowed: 1 or more",
        "--snap-count=1 | 2 | --snap-count is 1; allowed: 2 or more",
        "--rate=200000 | 2 | --rate 200,000 with --txn-bytes 1024 needs 204.8 MB/s for the log"
            + " alone; allowed: less than the --disk of 100 MB/s",
        "--disk-spread=0.5 | 2 | --disk-spread is 0.5; allowed: 1 to 1000",
        "--disk-spread=100 | 2 | allowed: less than the slowest disk of 1 MB/s",
        "--failing-disk=NaN | 2 | --failing-disk is NaN; allowed: 1 to 1000",
        "--bursts=20 | 2 | --bursts is [20.0]; allowed: two numbers of seconds",
        "--bursts=0,5 | 2 | --bursts is [0.0, 5.0]; allowed: two numbers of seconds",
        "--weights=1,1,1 | 2 | --weights has 3 values; allowed: one for each of 5",
        "--weights=0,0,0,0,0 | 2 | allowed: 0 to 1000000, not all of them 0",
        "--groups=1:2,3:4 | 2 | allowed: each of the servers 1 to 5 once",
        "--groups=1:2:x | 2 | --groups: '1:2:x' is not a list of servers such as 1:2:3",
        "--rate=Infinity | 2 | --rate is Infinity; allowed: more than 0",
        "--hours=NaN | 2 | --hours is NaN; allowed: more than 0",
        "--grid --faults=many | 2 | --faults is what the situations of --grid set; give --tree",
        "--grid --bursts=1,1 | 2 | --bursts is what the situations of --grid set; give --tree",
        "--grid --voters=3,22 | 2 | --voters is 22; allowed: 1 to 21",
        "--voters=3,5 | 2 | needs --grid",
        "--tree=1GB,2GB | 2 | needs --grid",
        "--tree=10XB | 2 | '10XB' is not a size",
        "--policy=best | 2 | 'best' is not one of stock, pr1191, snapkeeper",
        "--faults=lots | 2 | 'lots' is not one of none, some, many",
        "--rate=fast | 2 | fast",
        "--figure=a.jpg | 2 | .svg or .png",
        "--markdown=a.md | 2 | --grid",
        "--json=/no/such/directory/a.json | 1 | not an existing directory",
      })
  void aBadValueIsNamedAndNothingIsRun(String argument, int exitCode, String message) {
    assertThat(run(argument.split(" "))).isEqualTo(exitCode);
    String firstLine = err.toString().lines().findFirst().orElse("");
    assertThat(firstLine).contains(message);
    assertThat(seen).isEmpty();
    assertThat(out.toString()).isEmpty();
  }

  @Test
  void aBrokenRuleHasItsOwnExitCodeAndLeavesTheOldFiles() throws Exception {
    Path json = Files.writeString(directory.resolve("old.json"), "old");
    assertThat(
            run(
                BREAKS_HALFWAY,
                "--policy=snapkeeper",
                "--hours=0.2",
                "--seed=5",
                "--failures=" + directory,
                "--json",
                json.toString()))
        .isEqualTo(4);
    String file = file("simulation-failed-snapkeeper-5.txt");
    assertThat(err.toString().strip())
        .isEqualTo(
            "S1: broken for this test; the run is in "
                + file
                + "; to repeat it step by step: ./snapkeeper simulate --steps @"
                + file);
    assertThat(json).hasContent("old");
  }

  /** The file is all that is needed: it holds the run, and the run happens again as it was. */
  @Test
  void theFileOfAFailedRunRepeatsIt() throws Exception {
    String[] options = {
      "--policy=snapkeeper", "--faults=many", "--hours=0.2", "--weights=3,1,1,1,1", "--bursts=30,5"
    };
    List<String> withFailures = new ArrayList<>(List.of(options));
    withFailures.add("--failures=" + directory);
    assertThat(run(BREAKS_HALFWAY, withFailures.toArray(String[]::new))).isEqualTo(4);
    String file = file("simulation-failed-snapkeeper-1.txt");
    assertThat(Path.of(file))
        .content()
        .contains(
            "#     S1: broken for this test", "--faults many", "--weights 3,1,1,1,1", "server ");

    assertThat(run(Simulation::run, "--steps", "@" + file)).isZero();
    String fromFile = out.toString();
    assertThat(fromFile).contains("leads epoch 1", "fault: ", "Grant[").endsWith("was broken\n");
    out.getBuffer().setLength(0);
    List<String> withSteps = new ArrayList<>(List.of(options));
    withSteps.add("--steps");
    assertThat(run(Simulation::run, withSteps.toArray(String[]::new))).isZero();
    assertThat(out.toString()).isEqualTo(fromFile);
    assertThat(run("@" + file)).isZero();
    assertThat(seen.get(0).conditions().bursts()).isEqualTo(new Bursts(30_000, 5_000));
  }

  @Test
  void stepsAreOfOnePolicy() {
    assertThat(run("--steps")).isEqualTo(2);
    assertThat(run("--steps", "--policy=stock", "--grid")).isEqualTo(2);
    assertThat(err.toString().lines()).allMatch(line -> line.startsWith("--steps needs one"));
    assertThat(seen).isEmpty();
  }

  @Test
  void whereNoFileCanBeWrittenTheCommandRepeatsTheRun() {
    assertThat(run(BREAKS_HALFWAY, "--policy=stock", "--hours=0.2", "--failures=" + file("none")))
        .isEqualTo(4);
    assertThat(err.toString())
        .startsWith("S1: broken for this test; to repeat it: ./snapkeeper simulate --policy stock")
        .contains("cannot write");
  }

  @Test
  void theCommandThatRepeatsARunIsUnderstood() {
    SimulationSpec spec =
        new SimulationSpec(
            7,
            3,
            12_345_678_901L,
            333.25,
            777,
            120e6,
            4321,
            1.25,
            FaultLevel.SOME,
            -6,
            ALL_CONDITIONS);
    String[] words = spec.command(PolicyName.PR1191).split(" ", -1);
    assertThat(words[0]).isEqualTo("./snapkeeper");
    assertThat(words[1]).isEqualTo("simulate");
    assertThat(run(Arrays.copyOfRange(words, 2, words.length))).isZero();
    assertThat(seen).containsExactly(spec);
    assertThat(policies).containsExactly(PolicyName.PR1191);
  }

  @Test
  void oneFileForTwoThingsIsRefused() {
    assertThat(run("--figure", file("a.svg"), "--figure", file("a.svg"))).isEqualTo(2);
    assertThat(err.toString()).contains("named twice");
    assertThat(seen).isEmpty();
  }
}
