package io.snapkeeper.history.check;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.snapkeeper.history.History;
import io.snapkeeper.history.HistoryFile;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The command, and how a test that fails names it. */
class CheckHistoryTest {

  private static final String GOOD = "src/test/resources/histories/good/all-of-a-multi.history";
  private static final String BAD = "src/test/resources/histories/bad/stale-read.history";

  @TempDir Path directory;

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  private int run(String... arguments) {
    return CheckHistory.run(
        List.of(arguments),
        new PrintStream(out, true, StandardCharsets.UTF_8),
        new PrintStream(err, true, StandardCharsets.UTF_8));
  }

  private String out() {
    return out.toString(StandardCharsets.UTF_8);
  }

  private String err() {
    return err.toString(StandardCharsets.UTF_8);
  }

  @Test
  void theExitStatusIsThatOfTheWorst() {
    assertThat(run(GOOD)).isEqualTo(CheckHistory.PASS);
    assertThat(out()).contains("4 operations, linearizable");
    assertThat(run(GOOD, BAD, GOOD)).isEqualTo(CheckHistory.NOT_LINEARIZABLE);
    assertThat(out()).contains("NOT LINEARIZABLE: no order explains\n  2 300 400 done read /a");
    assertThat(run("--seconds", "5", BAD, directory.resolve("none").toString()))
        .isEqualTo(CheckHistory.USAGE);
    assertThat(err()).contains("cannot read " + directory.resolve("none"));
  }

  @Test
  void explainsItself() {
    assertThat(run("--help")).isEqualTo(CheckHistory.PASS);
    assertThat(out()).startsWith("Usage: java -cp").contains("Exit status");
    assertThat(run()).isEqualTo(CheckHistory.USAGE);
    assertThat(err()).startsWith("Usage: java -cp");
    assertThat(run("--seconds", "soon", GOOD)).isEqualTo(CheckHistory.USAGE);
    assertThat(err()).contains("--seconds is \"soon\"; allowed: 1..999999");
    assertThat(run("--minutes", "1", GOOD)).isEqualTo(CheckHistory.USAGE);
    assertThat(err()).contains("unknown or incomplete option --minutes");
  }

  @Test
  void aFailedTestKeepsItsHistoryAndNamesTheCommand() throws IOException {
    History bad = HistoryFile.read(Path.of(BAD));
    Path kept = directory.resolve("kept").resolve("test.history");
    assertThatThrownBy(() -> HistoryCheck.assertLinearizable(bad, kept))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("NOT LINEARIZABLE")
        .hasMessageContaining("java -cp testcontainers-it/target/test-classes")
        .hasMessageContaining(kept.toString());
    assertThat(HistoryFile.read(kept)).isEqualTo(bad);

    Path none = directory.resolve("none");
    HistoryCheck.assertLinearizable(HistoryFile.read(Path.of(GOOD)), none);
    assertThat(Files.exists(none)).isFalse();
  }
}
