package io.snapkeeper.simulation.explore;

import static org.assertj.core.api.Assertions.assertThat;

import io.snapkeeper.testset.TestSet;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Each fault that is put into the core is found; {@code mutants.txt} lists them. */
class MutantsTest {

  /** Far more than any of them needs, so that one that is missed ends soon. */
  private static final long STATES_MAX = 300_000;

  private static final int MUTANTS_MIN = 20;

  static List<Mutant> mutants() {
    return MutantCatalog.read();
  }

  /** From all over the catalog; in the full set {@link FullExplorationIT} looks for all of them. */
  static List<Mutant> lookedForHere() {
    List<Mutant> all = mutants();
    if (TestSet.isFull()) {
      return all.subList(0, 1);
    }
    int count = TestSet.times(8, all.size(), "mutants of the core, each of which has to be found");
    return IntStream.range(0, count).mapToObj(i -> all.get(i * all.size() / count)).toList();
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("lookedForHere")
  void isFound(Mutant mutant) {
    find(mutant);
  }

  /** Fails if the mutant is not found. */
  static MutantFound find(Mutant mutant) {
    List<String> found = MutantCore.compile(mutant).hunt(mutant.configuration(), STATES_MAX);
    assertThat(found).as("%s (%s) is found", mutant.name(), mutant.description()).isNotEmpty();
    MutantFound result = MutantFound.of(mutant, found);
    System.out.println(result.line());
    // An exception out of the core would be a fault that the core finds by itself.
    assertThat(result.rule()).matches("[SL][1-4]");
    return result;
  }

  @Test
  void thereAreEnoughAndEachHasItsName() {
    List<String> names = mutants().stream().map(Mutant::name).toList();
    assertThat(names).hasSizeGreaterThanOrEqualTo(MUTANTS_MIN).doesNotHaveDuplicates();
  }

  @Test
  void aCoreWithoutItsOwnAssertionsButWithoutFaultPasses() {
    List<Mutant.Edit> assertionsOff = mutants().get(0).edits().subList(0, 2);
    String configuration = "three voters, faults";
    Mutant none = new Mutant("none", configuration, "no fault", assertionsOff);
    assertThat(MutantCore.compile(none).hunt(configuration, STATES_MAX)).isEmpty();
  }

  @Test
  void anEditThatNoLongerFitsSaysSo() {
    Mutant.Edit edit = new Mutant.Edit("schedule/Member.java", "no such line", "");
    Mutant stale = new Mutant("stale", "", "", List.of(edit));
    assertThat(org.assertj.core.api.Assertions.catchThrowable(() -> MutantCore.compile(stale)))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("mutant stale no longer fits: schedule/Member.java must contain");
  }
}
