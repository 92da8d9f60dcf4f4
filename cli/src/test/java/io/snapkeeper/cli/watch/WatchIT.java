package io.snapkeeper.cli.watch;

import static org.assertj.core.api.Assertions.assertThat;

import io.snapkeeper.cli.load.LoadCommand;
import io.snapkeeper.cli.status.StatusCommand;
import io.snapkeeper.ensemble.Ensemble;
import io.snapkeeper.ensemble.EnsembleSpec;
import io.snapkeeper.ensemble.OpenLoopLoad;
import io.snapkeeper.ensemble.ScratchDirectory;
import io.snapkeeper.ensemble.ServerLibraries;
import io.snapkeeper.ensemble.Waiting;
import io.snapkeeper.testset.TestSet;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.Writer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import picocli.CommandLine;

/** The command beside a real ensemble that takes snapshots and loses its leader. */
class WatchIT {

  private static final Duration PATIENCE = Duration.ofSeconds(60);

  /** Two seconds at 50/s, and what was due before the last look. */
  private static final String WROTE =
      "(?m)^1\\d\\d writes of 64 B at 50/s through one server, 0 failed";

  /** The reading end of a pipe that goes away. */
  private static final class Pipe extends Writer {
    private final StringBuilder text = new StringBuilder();
    private boolean broken;

    @Override
    public synchronized void write(char[] buffer, int offset, int length) throws IOException {
      flush();
      text.append(buffer, offset, length);
    }

    @Override
    public synchronized void flush() throws IOException {
      if (broken) {
        throw new IOException("Broken pipe");
      }
    }

    @Override
    public synchronized void close() {
      broken = true;
    }

    synchronized String text() {
      return text.toString();
    }
  }

  private final Pipe pipe = new Pipe();

  private void await(String what, Predicate<String> line) {
    // The last line only: what comes after something else happened.
    Waiting.until(
        what,
        PATIENCE,
        () -> pipe.text().lines().reduce((a, b) -> b).filter(line).isPresent(),
        pipe::text);
  }

  @Test
  @Timeout(180)
  void itFollowsSlotsALeaderThatDiesAndItsReturn() throws Exception {
    TestSet.assume(false, "snapkeeper watch on real servers");
    ServerLibraries libraries = ServerLibraries.fromSystemProperty();
    EnsembleSpec spec =
        EnsembleSpec.builder()
            .libraries(libraries)
            .shortLived()
            .voters(3)
            .agent(libraries.agentJar())
            .config("snapCount", "200")
            .directory(ScratchDirectory.get())
            .build();
    try (Ensemble ensemble = new Ensemble(spec)) {
      ensemble.start(PATIENCE);
      long leader = ensemble.awaitLeader(PATIENCE);
      long follower = leader == 1 ? 2 : 1;
      // By another name than the configuration has, and only one of them.
      String named = "localhost:" + ensemble.ports(follower).client();
      String admins =
          ensemble.sids().stream()
              .map(sid -> "127.0.0.1:" + ensemble.ports(sid).admin())
              .collect(Collectors.joining(","));
      CompletableFuture<Integer> watching =
          CompletableFuture.supplyAsync(
              () ->
                  new CommandLine(new WatchCommand())
                      .setOut(new PrintWriter(pipe, true))
                      .execute("--admin", admins, named));
      try (OpenLoopLoad load =
          OpenLoopLoad.start(
              new OpenLoopLoad.Plan(
                  List.of(ensemble.address(follower)), 100, 64, 1, 100, true, k -> "/k" + k))) {
        await(
            "slots of three servers",
            line ->
                line.contains("scheduling; quorum margin ")
                    && line.contains("3 of 3 serve")
                    && line.contains(leader + " leader")
                    && line.matches(".*; [1-9][0-9]* slots.*"));
        assertThat(load.figures().writes()).isPositive();
        assertThat(status(admins, named))
            .contains(follower + "       " + named + "  ")
            .contains("127.0.0.1:" + ensemble.ports(leader).client());
      }
      assertThat(load(ensemble.address(follower))).containsPattern(WROTE);
      // The nodes are there.
      assertThat(load(ensemble.address(leader))).containsPattern(WROTE);
      ensemble.kill(leader);
      await(
          "another leader",
          line ->
              line.contains("scheduling; quorum margin ")
                  && line.contains("2 of 3 serve")
                  && line.contains(leader + " unreachable"));
      ensemble.start(leader, PATIENCE);
      await("its return", line -> line.contains("3 of 3 serve"));
      pipe.close();
      assertThat(watching.get(20, TimeUnit.SECONDS)).isZero();
      assertThat(pipe.text()).doesNotContain("\033");
    }
  }

  /** What the command that writes prints. */
  private static String load(String address) {
    StringWriter out = new StringWriter();
    int code =
        new CommandLine(new LoadCommand())
            .setOut(new PrintWriter(out, true))
            .execute("--rate", "50", "--seconds", "2", "--bytes", "64B", "--tree", "64KB", address);
    assertThat(code).as(out.toString()).isZero();
    return out.toString();
  }

  /** What the command for one look prints meanwhile. */
  private static String status(String admins, String named) {
    StringWriter out = new StringWriter();
    int code =
        new CommandLine(new StatusCommand())
            .setOut(new PrintWriter(out, true))
            .execute("--admin", admins, named);
    assertThat(code).as(out.toString()).isZero();
    return out.toString();
  }
}
