package io.snapkeeper.core.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * Replays {@code scenarios/*.txt}: commands, a line of dashes, what they must lead to, an empty
 * line; comments begin with {@code #}. {@code -Dscenario.rewrite=true} writes what came out into
 * the source tree instead of comparing; read the difference before you commit it.
 */
class ScenarioTest {

  private static final String DASHES = "----";
  private static final Path DIRECTORY = Path.of("src/test/resources/scenarios");

  @TestFactory
  Stream<DynamicTest> scenarios() throws IOException {
    try (Stream<Path> files = Files.list(DIRECTORY)) {
      List<Path> sorted = files.filter(file -> file.toString().endsWith(".txt")).sorted().toList();
      assertThat(sorted).isNotEmpty();
      return sorted.stream()
          .map(file -> DynamicTest.dynamicTest(file.getFileName().toString(), () -> replay(file)));
    }
  }

  /** A comparison that cannot fail would prove nothing. */
  @Test
  void wrongExpectationsAreFound() throws IOException {
    Assumptions.assumeFalse(Boolean.getBoolean("scenario.rewrite"), "rewriting, not comparing");
    List<String> lines = Files.readAllLines(DIRECTORY.resolve("five-voters.txt"));
    List<String> tampered = new ArrayList<>(lines);
    tampered.replaceAll(
        line -> line.contains("grant 1 ") ? line.replace("grant 1", "grant 2") : line);
    assertThat(tampered).isNotEqualTo(lines);
    assertThat(run(tampered)).isEqualTo(lines).isNotEqualTo(tampered);
  }

  private static void replay(Path file) throws IOException {
    List<String> expected = Files.readAllLines(file);
    List<String> actual = run(expected);
    if (Boolean.getBoolean("scenario.rewrite")) {
      Files.write(file, actual);
      return;
    }
    assertThat(String.join("\n", actual)).as("%s", file).isEqualTo(String.join("\n", expected));
  }

  /** The file as it ought to be: its commands and comments, with the output that came out. */
  private static List<String> run(List<String> lines) {
    Scenario scenario = new Scenario();
    List<String> result = new ArrayList<>();
    boolean inOutput = false;
    for (String line : lines) {
      if (inOutput) {
        inOutput = !line.isBlank();
        if (!inOutput) {
          result.add(line);
        }
        continue;
      }
      result.add(line);
      if (line.equals(DASHES)) {
        inOutput = true;
        result.addAll(scenario.takeOutput());
      } else if (!line.isBlank() && !line.startsWith("#")) {
        scenario.execute(line.trim());
      }
    }
    assertThat(scenario.takeOutput()).as("output after the last %s", DASHES).isEmpty();
    return result;
  }
}
