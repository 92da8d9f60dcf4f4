package io.snapkeeper.cli.status;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.snapkeeper.cli.HostPort;
import io.snapkeeper.cli.status.ServerView.Plugin;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class StatusTableTest {

  private static final ObjectMapper JSON = new ObjectMapper();

  private static ServerView stock(long sid) {
    return new ServerView(
        new HostPort("zoo" + sid, 2181),
        OptionalLong.of(sid),
        Map.of("Mode", "follower"),
        Optional.empty(),
        Plugin.MISSING,
        Optional.empty());
  }

  private static ServerView leader() throws Exception {
    JsonNode status =
        JSON.readTree(
            """
            {"server": {"sid": 2, "role": "leader", "mode": "scheduled", "backlogTxns": 512,
              "backlogPercent": 51.2, "slot": {"id": "0x500000003", "state": "running"},
              "snapshot": {"cause": "slot", "progressPercent": 42.4},
              "fsyncMeanMicros": 1500, "fsyncP99Micros": 12000},
             "scheduler": {"state": "paused", "overrideExpiresInMillis": 61000, "quorumMargin": 1,
              "counters": {"granted": 7, "degraded": 0},
              "members": [{"sid": 1, "state": "fast", "decision": "not ready: 12% of its limit"}]}}
            """);
    return new ServerView(
        new HostPort("zoo2", 2181),
        OptionalLong.of(2),
        Map.of("Mode", "leader"),
        Optional.of(status),
        Plugin.PRESENT,
        Optional.empty());
  }

  @Test
  void showsWhatTheLeaderKnowsAndDecided() throws Exception {
    assertThat(StatusTable.render(List.of(stock(1), leader())))
        .contains("512 (51%)")
        .contains("0x500000003 running")
        .contains("slot 42%")
        .contains("1.50 ms")
        .contains("12.00 ms")
        .contains("paused for another 61 s; quorum margin 1; slots granted 7")
        .contains("server 1 (fast): not ready: 12% of its limit");
  }

  @Test
  void aStockServerHasDashesAndSaysSo() {
    String text = StatusTable.render(List.of(stock(1)));
    assertThat(text.lines().toList().get(1)).matches("1 +zoo1:2181 +follower( +-){5} +stock");
  }

  @Test
  void jsonKeepsEveryServer() throws Exception {
    JsonNode json = JSON.readTree(StatusJson.render(List.of(stock(1), leader())));
    assertThat(json.path("servers")).hasSize(2);
    assertThat(json.path("servers").get(0).path("plugin").asText()).isEqualTo("missing");
    assertThat(json.path("servers").get(0).path("status").isNull()).isTrue();
    assertThat(json.path("scheduler").path("quorumMargin").asInt()).isEqualTo(1);
  }
}
