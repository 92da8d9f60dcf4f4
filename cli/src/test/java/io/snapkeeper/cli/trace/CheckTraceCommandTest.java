package io.snapkeeper.cli.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.snapkeeper.cli.Failure;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class CheckTraceCommandTest {

  private static final String SECTION =
      """
      snapkeeper-trace version=3 sid=%d
      member begins sid=%d snapCount=100 snapSizeBytes=0 hardLimitLogBytes=1000000 graceMillis=1000 \
      startTimeoutMillis=10000 seed=7
      """;

  @TempDir Path directory;
  private final StringWriter out = new StringWriter();

  @Test
  void anAcceptedTraceIsSummedUp() throws IOException {
    assertThat(check(trace(1, ""))).isZero();
    assertThat(out.toString())
        .contains("server-1.trace: accepted; server 1, 1 run, 0 terms, 0 steps as leader")
        .contains("one trace, nothing to compare");
  }

  @Test
  void theTracesOfARunAreHeldAgainstEachOther() throws IOException {
    assertThat(check(trace(1, ""), trace(2, ""))).isZero();
    assertThat(out.toString())
        .contains("together: accepted; 0 reports and 0 grants confirmed by both sides; 0 beyond");
  }

  @Test
  void theFirstRefusedLineIsNamed() throws IOException {
    Path forged = trace(3, "member started at=5 scheduled=true\n");
    assertThatThrownBy(() -> check(forged))
        .isInstanceOf(Failure.class)
        .hasMessageStartingWith("refused: " + forged + ":3: expected a slot that has fired");
    assertThatThrownBy(() -> check(directory.resolve("none")))
        .isInstanceOf(Failure.class)
        .hasMessageContaining("no such file");
  }

  private int check(Path... files) {
    CommandLine line = new CommandLine(new CheckTraceCommand());
    line.setOut(new PrintWriter(out, true));
    line.parseArgs(Stream.of(files).map(Path::toString).toArray(String[]::new));
    return line.<CheckTraceCommand>getCommand().call();
  }

  private Path trace(long sid, String more) throws IOException {
    Path file = directory.resolve("server-" + sid + ".trace");
    return Files.writeString(file, SECTION.formatted(sid, sid) + more);
  }
}
