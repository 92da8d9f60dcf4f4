package io.snapkeeper.benchmarks.ensemble;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

class QuietHostTest {

  @Command
  private static final class Program {
    @Mixin private QuietHost host;
  }

  private final StringWriter text = new StringWriter();

  private int runs(String percentMax) throws Exception {
    Program program = new Program();
    new CommandLine(program)
        .parseArgs("--steal-percent-max", percentMax, "--tries", "3", "--await-quiet-seconds", "0");
    AtomicInteger runs = new AtomicInteger();
    int result =
        program.host.measure(new PrintWriter(text, true), window -> runs.incrementAndGet());
    text.append(program.host.summary());
    assertThat(result).isBetween(1, runs.get());
    return runs.get();
  }

  @Test
  void aRunOnAQuietHostIsMadeOnce() throws Exception {
    assertThat(runs("100")).isEqualTo(1);
    assertThat(text.toString()).startsWith("0 runs in which");
  }

  @Test
  void aDisturbedOneIsMadeAgainAndTheLeastDisturbedOneKeptAndCounted() throws Exception {
    // No host is so quiet.
    assertThat(runs("-1")).isEqualTo(3);
    assertThat(text.toString())
        .contains("measured again", "is kept", "2 runs in which", "1 such are in the table");
  }
}
