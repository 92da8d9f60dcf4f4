package io.snapkeeper.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is written is what is read. */
class HistoryFileTest {

  @TempDir Path directory;

  @Test
  void readsWhatItHasWritten() throws IOException {
    History history =
        new History(
            Map.of("/a", new Znode("start", 0), "/b", new Znode("start", 7)),
            List.of(
                new Operation(
                    1,
                    5,
                    9,
                    List.of(new Action.Write("/a", "1.1", Action.ANY_VERSION, 1)),
                    Outcome.DONE),
                new Operation(
                    2,
                    6,
                    6,
                    List.of(new Action.Check("/b", 7), new Action.Write("/a", "2.1", 3)),
                    new Outcome.Refused(1, Refusal.BAD_VERSION)),
                new Operation(
                    3,
                    7,
                    Long.MAX_VALUE,
                    List.of(new Action.Create("/c", "3.1"), new Action.Delete("/b", 7)),
                    Outcome.UNKNOWN),
                new Operation(
                    4,
                    8,
                    10,
                    List.of(
                        new Action.Read("/c", Znode.ABSENT),
                        new Action.Read("/b", new Znode("start", 7)),
                        new Action.Check("/b", Action.ANY_VERSION),
                        new Action.Delete("/b", Action.ANY_VERSION)),
                    Outcome.DONE)));
    Path file = directory.resolve("deep").resolve("a.history");
    HistoryFile.write(history, file);
    assertThat(HistoryFile.read(file)).isEqualTo(history);
    assertThat(Files.readAllLines(file))
        .contains("2 6 6 refused:1:bad-version check /b 7 ; write /a 2.1 3 ?");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "1 2 3 done|4 words; expected: 5",
        "1 2 3 perhaps read /a v 0|the outcome is \"perhaps\"; allowed: done, unknown, refused",
        "1 2 3 done append /a v|\"append /a v\" is no action",
        "1 2 3 done write /a v any|is no action",
        "1 2 3 done write /a v now ?|\"now\" is no version",
        "1 3 2 done read /a v 0|completed at 2 ns, invoked at 3 ns",
        "1 2 3 refused:1:no-node write /a v any ?|action 1 of 1 was refused",
        "start /a v|3 words; expected: 4",
      })
  void namesTheLineThatIsWrong(String line, String why) throws IOException {
    Path file = directory.resolve("wrong.history");
    Files.writeString(file, "snapkeeper-history 1\n\n# all well\n" + line + "\n");
    assertThatThrownBy(() -> HistoryFile.read(file))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("wrong.history, line 4")
        .hasMessageContaining(why);
  }

  @Test
  void anotherFileIsNoHistory() throws IOException {
    Path file = Files.writeString(directory.resolve("notes"), "hello\n");
    assertThatThrownBy(() -> HistoryFile.read(file))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("its first line is not \"snapkeeper-history 1\"");
  }

  @Test
  void wordsHaveNoBlanks() {
    assertThatThrownBy(() -> new Znode("two words", 0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("\"two words\" in a history");
    assertThatThrownBy(() -> new Action.Write("/a", "", 0))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
