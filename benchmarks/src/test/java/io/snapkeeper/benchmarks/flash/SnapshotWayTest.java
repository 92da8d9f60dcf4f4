package io.snapkeeper.benchmarks.flash;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.snapkeeper.ensemble.EnsembleException;
import org.junit.jupiter.api.Test;

class SnapshotWayTest {

  @Test
  void directOnesCount() {
    assertThatCode(() -> SnapshotWay.requireDirect(1, written("'direct'", "null")))
        .doesNotThrowAnyException();
  }

  @Test
  void aServerThatFellBackIsNamed() {
    assertThatExceptionOfType(EnsembleException.class)
        .isThrownBy(() -> SnapshotWay.requireDirect(3, written("'stock'", "'by configuration'")))
        .withMessage(
            "server 3 wrote its snapshot by the way \"stock\" instead of direct I/O: by"
                + " configuration");
  }

  @Test
  void aServerWithoutAnAnswerIsNoDirectOne() {
    assertThatExceptionOfType(EnsembleException.class)
        .isThrownBy(() -> SnapshotWay.requireDirect(3, json("{}")))
        .withMessageContaining("\"unknown\"");
  }

  private static JsonNode written(String way, String reason) throws JsonProcessingException {
    return json("{'server':{'snapshotWriting':{'way':%s,'reason':%s}}}".formatted(way, reason));
  }

  private static JsonNode json(String text) throws JsonProcessingException {
    return new ObjectMapper().readTree(text.replace('\'', '"'));
  }
}
