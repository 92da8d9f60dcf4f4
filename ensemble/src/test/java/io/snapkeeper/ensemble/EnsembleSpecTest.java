package io.snapkeeper.ensemble;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EnsembleSpecTest {

  @TempDir Path temp;

  @Test
  void changesToOneServerComeLast() {
    EnsembleSpec spec =
        EnsembleSpec.builder()
            .libraries(new ServerLibraries(temp))
            .voters(3)
            .observers(1)
            .agent(Path.of("agent.jar"))
            .config("snapCount", "100")
            .server(2, ServerSpec::withoutAgent)
            .server(2, server -> server.withConfig("snapCount", "7"))
            .build();
    assertThat(spec.servers()).extracting(ServerSpec::sid).containsExactly(1L, 2L, 3L, 4L);
    assertThat(spec.servers()).extracting(ServerSpec::observer).endsWith(false, true);
    assertThat(spec.servers().get(1).agentJar()).isEmpty();
    assertThat(spec.servers().get(1).config()).containsEntry("snapCount", "7");
    assertThat(spec.servers().get(2).agentJar()).contains(Path.of("agent.jar"));
  }

  @Test
  void rejectsWhatCannotBe() {
    EnsembleSpec.Builder builder =
        EnsembleSpec.builder().libraries(new ServerLibraries(temp)).voters(3);
    assertThatThrownBy(() -> builder.voters(0)).hasMessage("voters is 0; allowed are 1..15");
    assertThatThrownBy(() -> builder.server(4, ServerSpec::withoutAgent).build())
        .hasMessage("server 4 is changed, but the ids are 1..3");
  }

  @Test
  void missingJarsNameTheCommandThatMakesThem() {
    ServerLibraries libraries = new ServerLibraries(temp);
    assertThatThrownBy(() -> libraries.classPath(ServerLibraries.Line.V3_8))
        .hasMessageContaining("run: mvn -q -pl ensemble/server-3.8 process-resources");
    assertThatThrownBy(libraries::agentJar)
        .hasMessageContaining("run: mvn -q -pl zk-integration -am package -DskipTests");
  }

  @Test
  void reservedPortsAreDistinctAndTaken() throws IOException {
    try (PortReservation reservation = new PortReservation()) {
      List<Integer> ports = new ArrayList<>();
      for (int i = 0; i < 40; i++) {
        ports.add(reservation.next());
      }
      assertThat(ports).doesNotHaveDuplicates();
      assertThatThrownBy(
              () -> new ServerSocket(ports.get(0), 1, InetAddress.getLoopbackAddress()).close())
          .isInstanceOf(IOException.class);
      reservation.release();
      assertThatThrownBy(() -> new DatagramSocket(claim(ports.get(0))))
          .as("what keeps other reservations away")
          .isInstanceOf(IOException.class);
      new ServerSocket(ports.get(0), 1, InetAddress.getLoopbackAddress()).close();
    }
  }

  private static InetSocketAddress claim(int port) {
    return new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
  }

  @Test
  void fourLetterAnswersAreParsed() {
    assertThat(FourLetterWord.parseSrvr("Zookeeper version: 3.9.5-x: y\nMode: leader\n\n"))
        .containsEntry("Zookeeper version", "3.9.5-x: y")
        .containsEntry("Mode", "leader");
    assertThat(FourLetterWord.parseMntr("zk_version\t3.9.5\nzk_peer_state\tleading - broadcast\n"))
        .containsEntry("zk_peer_state", "leading - broadcast");
  }

  @Test
  void waitingSaysWhatItWaitedForAndWhatItSaw() {
    assertThatThrownBy(
            () ->
                Waiting.forValue(
                    "a miracle",
                    Duration.ofMillis(60),
                    () -> {
                      throw new IOException("nobody there");
                    },
                    () -> "the sky"))
        .isInstanceOf(EnsembleException.class)
        .hasMessage(
            "gave up waiting for a miracle after 60 ms (java.io.IOException: nobody there);"
                + " last seen: the sky");
    assertThat(
            Waiting.<String>forValue(
                "x", Duration.ofSeconds(1), () -> Optional.of("here"), () -> ""))
        .isEqualTo("here");
  }
}
