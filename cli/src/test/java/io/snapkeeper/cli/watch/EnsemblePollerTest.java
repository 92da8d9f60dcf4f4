package io.snapkeeper.cli.watch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.snapkeeper.cli.Failure;
import io.snapkeeper.cli.HostPort;
import io.snapkeeper.cli.status.AdminServers;
import io.snapkeeper.cli.status.ClientAccess;
import io.snapkeeper.ensemble.PortReservation;
import java.time.Duration;
import java.util.List;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.function.Executable;

@Timeout(60)
class EnsemblePollerTest {

  private static final Duration TIMEOUT = Duration.ofSeconds(2);

  /** Within the test's own time, even where one of them takes twenty seconds. */
  private static final int ATTEMPTS = 3;

  private static EnsemblePoller poller(HostPort... named) {
    // Port 1: nobody listens there, and the answer comes at once.
    return new EnsemblePoller(
        List.of(named), new AdminServers(List.of(), 1), ClientAccess.plain(), TIMEOUT);
  }

  private static EnsembleState until(EnsemblePoller poller, Predicate<EnsembleState> condition)
      throws InterruptedException {
    while (true) {
      long startNanos = System.nanoTime();
      EnsembleState state = poller.round(startNanos + 300_000_000L);
      // Far less than the timeout of a question, whatever the servers do.
      long nanos = System.nanoTime() - startNanos;
      if (nanos >= 1_500_000_000L) {
        throw new LateRound(nanos);
      }
      if (condition.test(state)) {
        return state;
      }
      Thread.sleep(50);
    }
  }

  /** A busy machine may delay a round of one run; a poller that waits for a server does in each. */
  private static void withoutALateRound(Executable run) throws Throwable {
    for (int attempt = 1; ; attempt++) {
      try {
        run.execute();
        return;
      } catch (LateRound late) {
        if (attempt == ATTEMPTS) {
          throw late;
        }
        System.out.println("again: " + late.getMessage());
      }
    }
  }

  private static final class LateRound extends AssertionError {
    LateRound(long nanos) {
      super("a round took %d ms".formatted(nanos / 1_000_000));
    }
  }

  private static boolean serves(EnsembleState state, int server) {
    return state.servers().get(server).serves();
  }

  @Test
  void aHangingServerDelaysNobodyAndComesBack() throws Throwable {
    withoutALateRound(EnsemblePollerTest::oneHangsAndComesBack);
  }

  private static void oneHangsAndComesBack() throws Exception {
    try (FakeServer one = new FakeServer(0);
        FakeServer two = new FakeServer(0);
        EnsemblePoller poller = poller(one.address(), two.address())) {
      poller.start();
      EnsembleState all = until(poller, state -> serves(state, 0) && serves(state, 1));
      assertThat(all.servers()).extracting(ServerState::role).containsOnly("follower");
      assertThat(all.epoch()).hasValue(1);
      two.hang();
      EnsembleState hanging = until(poller, state -> !serves(state, 1));
      assertThat(serves(hanging, 0)).isTrue();
      assertThat(hanging.problems()).anyMatch(line -> line.contains("no answer"));
      two.recover();
      until(poller, state -> serves(state, 0) && serves(state, 1));
    }
  }

  @Test
  void aServerGoesAndComesBackAtTheSameAddress() throws Throwable {
    withoutALateRound(EnsemblePollerTest::oneGoesAndComesBack);
  }

  private static void oneGoesAndComesBack() throws Exception {
    try (FakeServer one = new FakeServer(0)) {
      FakeServer two = new FakeServer(0);
      HostPort address = two.address();
      try (EnsemblePoller poller = poller(one.address(), address)) {
        poller.start();
        until(poller, state -> serves(state, 0) && serves(state, 1));
        two.close();
        EnsembleState gone = until(poller, state -> !serves(state, 1));
        assertThat(gone.servers().get(1).address()).isEqualTo(address);
        assertThat(gone.problems()).anyMatch(line -> line.contains("no connection"));
        try (FakeServer again = new FakeServer(address.port())) {
          assertThat(again.address()).isEqualTo(address);
          until(poller, state -> serves(state, 1));
        }
      }
    }
  }

  @Test
  void withNoServerAtTheStartItFailsWithEachReason() throws Exception {
    try (PortReservation ports = new PortReservation();
        FakeServer hanging = new FakeServer(0)) {
      int free = ports.next();
      ports.release();
      hanging.hang();
      try (EnsemblePoller poller = poller(new HostPort("127.0.0.1", free), hanging.address())) {
        assertThatThrownBy(poller::start)
            .isInstanceOf(Failure.class)
            .hasMessageContaining("127.0.0.1:" + free + ": ")
            .hasMessageContaining("no connection")
            .hasMessageContaining(hanging.address() + ": no answer");
      }
    }
  }
}
