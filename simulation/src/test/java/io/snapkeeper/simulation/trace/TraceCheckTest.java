package io.snapkeeper.simulation.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The traces of a real run, three servers of ZooKeeper 3.8.6 with a pause, a killed leader and its
 * return. {@code TraceIT} leaves them in {@code
 * zk-integration/target/it-traces/order_outlives_its_leader}; where the core's answers or the
 * format change on purpose, copy them from there anew.
 */
class TraceCheckTest {

  private static final List<TraceSource> RUN =
      List.of(recorded("server-1"), recorded("server-2"), recorded("server-3"));

  /** Of each kind, over the whole run: what a real one does at each moment differs. */
  private static final int PLACES = 40;

  @TempDir Path directory;

  private static TraceSource recorded(String name) {
    try {
      Path file =
          Path.of(
              Objects.requireNonNull(
                      TraceCheckTest.class.getResource("/traces/" + name + ".trace"), name)
                  .toURI());
      return TraceSource.of(name, Files.readAllLines(file));
    } catch (IOException | URISyntaxException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void aRealRunIsAccepted() throws IOException {
    TraceVerdict verdict = TraceCheck.of(RUN);
    assertThat(verdict.files()).hasSize(3);
    assertThat(verdict.files().stream().mapToLong(FileFigures::sections).sum())
        .as("the leader that was killed came back")
        .isEqualTo(4);
    assertThat(verdict.files().stream().mapToLong(FileFigures::terms).sum()).isEqualTo(2);
    long granted = verdict.files().stream().mapToLong(FileFigures::slotsGranted).sum();
    long used = verdict.files().stream().mapToLong(FileFigures::slotSnapshots).sum();
    assertThat(used).isPositive().isLessThanOrEqualTo(granted);
    RunFigures run = verdict.run().orElseThrow();
    assertThat(run.reports()).isGreaterThan(50);
    assertThat(run.grants()).isBetween(used, granted);
  }

  @Test
  void everyForgedOneIsRefusedAtItsLine() throws IOException {
    Set<String> faults = new LinkedHashSet<>();
    for (int place = 0; place <= PLACES; place++) {
      List<Forgery> forgeries = Forgeries.of(RUN, (double) place / PLACES);
      assertThat(forgeries).hasSizeGreaterThanOrEqualTo(20);
      for (Forgery forgery : forgeries) {
        String fault = forgery.fault();
        if (fault != null) {
          faults.add(fault);
        }
      }
    }
    assertThat(faults).isEmpty();
  }

  @Test
  void eachTraceIsAcceptedByItself() throws IOException {
    for (TraceSource trace : RUN) {
      TraceVerdict verdict = TraceCheck.of(List.of(trace));
      assertThat(verdict.run()).isEmpty();
    }
  }

  @Test
  void aTraceThatEndsAnywhereIsAccepted() throws IOException {
    for (TraceSource trace : RUN) {
      List<String> lines = lines(trace);
      for (int length = 1; length < lines.size(); length += 37) {
        TraceCheck.of(List.of(TraceSource.of("cut", lines.subList(0, length))));
      }
    }
  }

  @Test
  void aTraceThatEndsEarlierLeavesTheOthersUnconfirmed() throws IOException {
    for (int cut = 0; cut < RUN.size(); cut++) {
      List<TraceSource> traces = new ArrayList<>(RUN);
      List<String> lines = lines(RUN.get(cut));
      traces.set(cut, TraceSource.of(RUN.get(cut).name(), lines.subList(0, lines.size() * 3 / 4)));
      RunFigures run = TraceCheck.of(traces).run().orElseThrow();
      assertThat(run.beyondTheEnd()).as("cut %s", RUN.get(cut).name()).isPositive();
    }
  }

  @Test
  void aServersTraceThatIsNotGivenIsNamed() {
    assertThatExceptionOfType(TraceRefused.class)
        .isThrownBy(() -> TraceCheck.of(List.of(RUN.get(1), RUN.get(2))))
        .withMessageContaining("report of server 1, whose trace is not given");
    assertThatExceptionOfType(TraceRefused.class)
        .isThrownBy(() -> TraceCheck.of(List.of(RUN.get(0), RUN.get(0))))
        .withMessageContaining("one trace for each server");
  }

  @Test
  void anUnfinishedLineAtTheEndIsLeftOut() throws IOException {
    Path file = directory.resolve("trace");
    Files.writeString(file, "snapkeeper-trace version=3 sid=7\nmember beg");
    TraceVerdict verdict = TraceCheck.of(List.of(TraceSource.of(file)));
    assertThat(verdict.files().get(0).sid()).isEqualTo(7);
  }

  @Test
  void whatIsNoTraceIsRefused() throws IOException {
    assertRefused("", "expected a trace; found an empty file");
    assertRefused("leader tick at=3\n", ":1: expected the header of a trace");
    assertRefused("snapkeeper-trace version=9 sid=1\n", "version is 9");
    assertRefused("x".repeat(100_000) + "\n", ":1: line 1: the line has");
    assertRefused(
        "snapkeeper-trace version=3 sid=1\nleader tick at=3\n", ":2: expected the beginning");
    assertRefused(
        "snapkeeper-trace version=3 sid=1\nsnapkeeper-trace version=3 sid=2\n",
        ":2: expected another section of server 1");
  }

  private void assertRefused(String text, String message) throws IOException {
    Path file = directory.resolve("trace");
    Files.writeString(file, text);
    assertThatExceptionOfType(TraceRefused.class)
        .isThrownBy(() -> TraceCheck.of(List.of(TraceSource.of(file))))
        .withMessageContaining(file + ":")
        .withMessageContaining(message);
  }

  private static List<String> lines(TraceSource trace) throws IOException {
    List<String> lines = new ArrayList<>();
    trace.forEach((number, text) -> lines.add(text));
    return lines;
  }
}
