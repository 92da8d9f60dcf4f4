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

@Timeout(60)
class EnsemblePollerTest {

  private static final Duration TIMEOUT = Duration.ofSeconds(2);

  private static EnsemblePoller poller(HostPort... named) {
    // Port 1: nobody listens there, and the answer comes at once.
    return new EnsemblePoller(
        List.of(named), new AdminServers(List.of(), 1), ClientAccess.plain(), TIMEOUT);
  }

  /** A busy machine may delay any round, but not every one of so many. */
  private static final int ROUNDS_MAX = 20;

  /** Rounds until the condition holds, and until one of them was in time. */
  private static EnsembleState until(EnsemblePoller poller, Predicate<EnsembleState> condition)
      throws InterruptedException {
    long leastNanos = Long.MAX_VALUE;
    for (int rounds = 1; ; rounds++) {
      long startNanos = System.nanoTime();
      EnsembleState state = poller.round(startNanos + 300_000_000L);
      leastNanos = Math.min(leastNanos, System.nanoTime() - startNanos);
      // Far less than the timeout of a question, whatever the servers do.
      boolean inTime = leastNanos < 1_500_000_000L;
      assertThat(inTime || rounds < ROUNDS_MAX)
          .as("of %d rounds the shortest took %d ns", rounds, leastNanos)
          .isTrue();
      if (inTime && condition.test(state)) {
        return state;
      }
      Thread.sleep(50);
    }
  }

  private static boolean serves(EnsembleState state, int server) {
    return state.servers().get(server).serves();
  }

  @Test
  void aHangingServerDelaysNobodyAndComesBack() throws Exception {
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
  void aServerGoesAndComesBackAtTheSameAddress() throws Exception {
    try (FakeServer one = new FakeServer(0)) {
      FakeServer two = new FakeServer(0);
      HostPort address = two.address();
      try (EnsemblePoller poller = poller(one.address(), address)) {
        poller.start();
        until(poller, state -> serves(state, 0) && serves(state, 1));
        two.close();
        EnsembleState gone = until(poller, state -> !serves(state, 1));
        assertThat(gone.servers().get(1).address()).isEqualTo(address);
        assertThat(gone.problems()).anyMatch(line -> line.contains("nothing listens there"));
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
            .hasMessageContaining("nothing listens there")
            .hasMessageContaining(hanging.address() + ": no answer");
      }
    }
  }
}
