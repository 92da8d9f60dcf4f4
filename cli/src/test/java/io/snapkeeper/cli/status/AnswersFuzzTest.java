package io.snapkeeper.cli.status;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.snapkeeper.cli.HostPort;
import io.snapkeeper.cli.status.EnsembleProbe.Findings;
import io.snapkeeper.cli.status.ServerView.Plugin;
import io.snapkeeper.testset.FuzzCorpus;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/**
 * Whatever a server answers, {@code status} shows it without control characters. The input is the
 * answer to {@code srvr} or the configuration of the ensemble, a null character, and the
 * AdminServer's JSON object.
 */
public class AnswersFuzzTest {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final HostPort ADDRESS = new HostPort("zoo1", 2181);
  private static final JsonNode NONE = MissingNode.getInstance();

  @Test
  void whatWasFoundIsShown() {
    FuzzCorpus.replay(AnswersFuzzTest.class, AnswersFuzzTest::fuzzerTestOneInput);
  }

  /** The fuzzer's entry. */
  public static void fuzzerTestOneInput(byte[] input) {
    String text = new String(input, StandardCharsets.UTF_8);
    assertThat(Membership.parse(text, ADDRESS)).isNotNull();
    int end = Math.max(0, text.indexOf('\0'));
    ClientAnswer client = new ClientAnswer(ADDRESS, text.substring(0, end), Optional.empty(), true);
    JsonNode document;
    try {
      document = JSON.readTree(text.substring(end).replaceFirst("^\0", ""));
    } catch (IOException e) {
      return; // AdminClient refuses it
    }
    if (document.isObject()) {
      show(client, Plugin.PRESENT, Optional.of(document), NONE);
      show(client, Plugin.MISSING, Optional.empty(), document);
    }
  }

  private static void show(
      ClientAnswer client, Plugin plugin, Optional<JsonNode> status, JsonNode stock) {
    AdminAnswer admin =
        new AdminAnswer(
            ADDRESS, OptionalLong.empty(), plugin, status, stock, stock, Optional.empty());
    Findings findings =
        new Findings(List.of(ServerView.of(client, OptionalLong.empty(), admin)), List.of());
    assertThat(StatusTable.render(findings).replace("\n", "")).doesNotMatch(".*\\p{Cntrl}.*");
    assertThat(StatusJson.render(findings)).isNotBlank();
  }
}
