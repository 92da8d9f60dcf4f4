package io.snapkeeper.history.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.snapkeeper.history.History;
import io.snapkeeper.history.HistoryFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Histories written by hand, each of which is known to be good or bad. */
class KnownHistoriesTest {

  private static final Path DIRECTORY = Path.of("src", "test", "resources", "histories");

  static List<Path> good() throws IOException {
    return in("good");
  }

  static List<Path> bad() throws IOException {
    return in("bad");
  }

  private static List<Path> in(String directory) throws IOException {
    try (Stream<Path> files = Files.list(DIRECTORY.resolve(directory))) {
      return files.sorted().toList();
    }
  }

  @ParameterizedTest
  @MethodSource("good")
  void passes(Path file) throws IOException {
    History history = HistoryFile.read(file);
    assertThat(HistoryCheck.check(history)).isInstanceOf(Verdict.Linearizable.class);
    assertThat(BruteForce.isLinearizable(history)).isTrue();
  }

  @ParameterizedTest
  @MethodSource("bad")
  void isRejected(Path file) throws IOException {
    History history = HistoryFile.read(file);
    Verdict verdict = HistoryCheck.check(history);
    assertThat(verdict).isInstanceOf(Verdict.NotLinearizable.class);
    assertThat(BruteForce.isLinearizable(history)).isFalse();
    // It names an operation of the file.
    assertThat(Files.readAllLines(file))
        .filteredOn(
            line -> ((Verdict.NotLinearizable) verdict).why().contains("\n  " + line + "\n"))
        .isNotEmpty();
  }
}
