package io.snapkeeper.simulation.explore;

import static org.assertj.core.api.Assertions.assertThat;

import io.snapkeeper.testset.TestSet;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/**
 * All configurations that no larger one contains, each of them completely, and all mutants, with
 * the results written into {@code docs/exploration.md}. CI leaves out those that take longest, and
 * writes nothing.
 */
class FullExplorationIT {

  /** Above the largest configuration: one that comes to it has grown too long for CI. */
  private static final long STATES_MAX = 15_000_000;

  /**
   * Each takes up to 4 GB at 15,000,000 states: 40 bytes for a state, 34 for what lies ahead of it,
   * some hundred for each that waits for its turn. {@code -Dexploration.atOnce=1} for one core.
   */
  private static final int AT_ONCE_MAX = Integer.getInteger("exploration.atOnce", 2);

  /** Of the time that all take, four fifths. */
  private static final Set<String> LONGEST =
      Set.of(
          "three voters, two elections",
          "four voters, many faults",
          "one observer, a crash too",
          "three voters, one of each",
          "five voters, three slots",
          "five voters, a crash and a request",
          "five voters, faults");

  private static final String BEGIN = "<!-- results: written by mvn verify -Pfull -->\n";
  private static final String END = "<!-- end of results -->\n";

  @Test
  void exploresAllAndWritesTheResults() throws Exception {
    TestSet.assume(false, "all states of the largest configurations");
    boolean all =
        TestSet.hasInFull("all states of " + String.join(", and of ", new TreeSet<>(LONGEST)));
    List<MutantFound> found = new ArrayList<>();
    List<Exploration> results = new ArrayList<>();
    ExecutorService explorers =
        Executors.newFixedThreadPool(
            Math.min(AT_ONCE_MAX, Runtime.getRuntime().availableProcessors()));
    try {
      List<Future<MutantFound>> hunts =
          MutantCatalog.read().stream()
              .map(m -> explorers.submit(() -> MutantsTest.find(m)))
              .toList();
      for (Future<MutantFound> hunt : hunts) {
        found.add(hunt.get());
      }
      List<Future<Exploration>> begun =
          (all ? Configurations.largest() : largestOfTheOthers())
              .stream().map(c -> explorers.submit(() -> explore(c))).toList();
      for (Future<Exploration> exploration : begun) {
        Exploration result = exploration.get();
        ExplorationTest.assertSound(result);
        results.add(result);
        if (all) {
          // after each one, so that a run that is cut short leaves what it has
          write(explorations(results) + mutants(found));
        }
      }
    } finally {
      explorers.shutdownNow();
    }
  }

  private static List<Configuration> largestOfTheOthers() {
    return Configurations.largestOf(
        Configurations.all().stream().filter(one -> !LONGEST.contains(one.name())).toList());
  }

  private static Exploration explore(Configuration configuration) {
    Exploration result = new Explorer(configuration, STATES_MAX, System.out::println).run();
    System.out.println(ExplorationTable.line(result));
    return result;
  }

  private static String explorations(List<Exploration> results) {
    long states = results.stream().mapToLong(Exploration::states).sum();
    long transitions = results.stream().mapToLong(Exploration::transitions).sum();
    return String.format(
        Locale.ROOT,
        "%s%n%,d states and %,d transitions; no rule broken.%n%n",
        ExplorationTable.markdown(results),
        states,
        transitions);
  }

  private static String mutants(List<MutantFound> found) {
    StringBuilder text =
        new StringBuilder(
            """
            | mutant | the fault | found in | rule broken | steps | states |
            |---|---|---|---|---:|---:|
            """);
    for (MutantFound one : found) {
      text.append(
          String.format(
              Locale.ROOT,
              "| %s | %s | %s | %s | %d | %,d |%n",
              one.mutant().name(),
              one.mutant().description(),
              one.mutant().configuration(),
              one.rule(),
              one.depth(),
              one.states()));
    }
    return text.append(
            String.format("%n%d of %d mutants found.%n", found.size(), MutantCatalog.read().size()))
        .toString();
  }

  private static void write(String results) throws IOException {
    Path page = Path.of(System.getProperty("snapkeeper.repo"), "docs/exploration.md");
    String text = Files.readString(page);
    int begin = text.indexOf(BEGIN);
    int end = text.indexOf(END);
    assertThat(begin).as("%s has a place for results", page).isBetween(0, end);
    Files.writeString(
        page,
        text.substring(0, begin + BEGIN.length()) + "\n" + results + "\n" + text.substring(end));
  }
}
