package io.snapkeeper.cli.watch;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import picocli.CommandLine;

@Timeout(60)
class WatchCommandTest {

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  private int run(String... args) {
    return new CommandLine(new WatchCommand())
        .setOut(new PrintWriter(out, true))
        .setErr(new PrintWriter(err, true))
        .execute(args);
  }

  @Test
  void withoutATerminalItPrintsALineForEachLookAndEndsByItself() throws Exception {
    try (FakeServer server = new FakeServer(0)) {
      assertThat(
              run(
                  "--for",
                  "3s",
                  "--admin-port",
                  "1",
                  "--timeout",
                  "1",
                  server.address().toString()))
          .isZero();
      assertThat(out.toString().lines())
          .hasSizeBetween(2, 3)
          .allMatch(line -> line.contains(server.address() + " follower"));
      assertThat(out.toString()).doesNotContain("\033");
    }
  }

  @Test
  void wrongOptionsAreNamed() {
    assertThat(run("--interval", "0s", "127.0.0.1:2181")).isEqualTo(2);
    assertThat(err.toString()).contains("'--interval'").contains("0 s is not in 1 s .. 24 h");
    assertThat(run("zoo1")).isEqualTo(2);
    assertThat(err.toString()).contains("'zoo1' is not HOST:PORT");
  }
}
