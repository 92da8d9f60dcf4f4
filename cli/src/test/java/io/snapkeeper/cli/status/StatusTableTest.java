package io.snapkeeper.cli.status;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.snapkeeper.cli.HostPort;
import io.snapkeeper.cli.Unreachable;
import io.snapkeeper.cli.status.EnsembleProbe.Findings;
import io.snapkeeper.cli.status.ServerView.Plugin;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class StatusTableTest {

  private static final ObjectMapper JSON = new ObjectMapper();

  private final StringWriter judged = new StringWriter();

  private static ServerView stock(long sid) {
    return new ServerView(
        new HostPort("zoo" + sid, 2181),
        OptionalLong.of(sid),
        "follower",
        Map.of("Mode", "follower"),
        Plugin.MISSING,
        Optional.empty(),
        new StockFigures(OptionalLong.of(123), OptionalDouble.of(4.5), OptionalLong.empty()),
        Optional.empty(),
        Optional.empty());
  }

  /** One that answers on its client port only. */
  private static ServerView withoutAdmin(long sid) {
    return new ServerView(
        new HostPort("zoo" + sid, 2181),
        OptionalLong.of(sid),
        "follower",
        Map.of("Mode", "follower"),
        Plugin.UNKNOWN,
        Optional.empty(),
        StockFigures.UNKNOWN,
        Optional.empty(),
        Optional.of("port 8080: no connection"));
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
    return withPlugin(2, "leader", status);
  }

  private static ServerView withPlugin(long sid, String role, JsonNode status) {
    return new ServerView(
        new HostPort("zoo" + sid, 2181),
        OptionalLong.of(sid),
        role,
        Map.of("Mode", role),
        Plugin.PRESENT,
        Optional.of(status),
        StockFigures.UNKNOWN,
        Optional.empty(),
        Optional.empty());
  }

  private static ServerView onFileSystem(long sid, String type, String durability, String promise)
      throws Exception {
    JsonNode status =
        JSON.readTree(
            """
            {"server": {"sid": %d, "role": "follower", "log": {"way": "process", "fileSystem":
              {"type": %s, "durability": "%s", "promise": "%s"}}}}
            """
                .formatted(sid, type, durability, promise));
    return new ServerView(
        new HostPort("zoo" + sid, 2181),
        OptionalLong.of(sid),
        "follower",
        Map.of("Mode", "follower"),
        Plugin.PRESENT,
        Optional.of(status),
        StockFigures.UNKNOWN,
        Optional.empty(),
        Optional.empty());
  }

  private static String table(ServerView... views) {
    return StatusTable.render(new Findings(List.of(views), List.of()));
  }

  @Test
  void showsWhatTheLeaderKnowsAndDecided() throws Exception {
    assertThat(table(stock(1), leader()))
        .contains("512 (51%)")
        .contains("0x500000003 running")
        .contains("slot 42%")
        .contains("1.50 ms")
        .contains("12.00 ms")
        .contains("paused for another 61 s; quorum margin 1; slots granted 7")
        .contains("server 1 (fast): not ready: 12% of its limit");
  }

  /** The price of the schedule stands beside what it is paid for, and beside stock's. */
  @Test
  void aLeaderThatOnlyWatchesShowsBothLargestBacklogs() throws Exception {
    JsonNode status =
        JSON.readTree(
            """
            {"server": {"sid": 2, "role": "leader", "mode": "stock-rule"}, "scheduler": null,
             "watch": {"snapshots": 17, "slots": 18, "largestActualBacklogPercent": 98.4,
              "largestBacklogPercent": 266.1,
              "actual": {"quorumSnapshottingMillis": 1200, "watchedMillis": 27000,
               "degradedMillis": 0},
              "withSchedule": {"quorumSnapshottingMillis": 0, "watchedMillis": 27000,
               "degradedMillis": 0}}}
            """);
    assertThat(table(withPlugin(2, "leader", status)))
        .contains("at once for 1.2 s of 27 s")
        .contains("\n  largest backlog, as a share of a limit: 98%; with the scheduler on: 266%\n");
  }

  @Test
  void showsWhereCommitsAreNotPromisedToBeDurable() throws Exception {
    String memory = "A power failure loses the log.";
    assertThat(
            table(
                    onFileSystem(1, "\"tmpfs\"", "none", memory),
                    onFileSystem(2, "\"ext4\"", "promised", "Fine."),
                    onFileSystem(3, "\"tmpfs\"", "none", memory),
                    onFileSystem(4, "null", "conditional", "Not known."),
                    leader())
                .lines())
        .contains(
            "log of server 1, 3 on tmpfs: " + memory,
            "log of server 4 on an unknown file system: Not known.")
        .noneMatch(line -> line.contains("Fine."))
        .filteredOn(line -> line.startsWith("log of"))
        .hasSize(2);
  }

  @Test
  void aStockServerShowsWhatItTellsAndSaysSo() {
    assertThat(table(stock(1)).lines().toList().get(1))
        .matches("1 +zoo1:2181 +follower +123 +- +- +4.50 ms +- +stock");
  }

  @Test
  void oneCauseForManyServersIsSaidOnce() {
    assertThat(table(withoutAdmin(1), withoutAdmin(2), withoutAdmin(3)))
        .containsOnlyOnce("no connection")
        .contains("AdminServer of server 1, 2, 3: port 8080: no connection")
        .contains("--admin-port");
  }

  @Test
  void hostsThatThisMachineDoesNotKnowAreNamedOnceWithTheRemedy() {
    String table = table(stock(1), elsewhere(2), elsewhere(3));

    assertThat(table.lines().toList().get(2)).matches("2 +zoo2:2181 +unreachable +- .*");
    assertThat(table)
        .contains(
            "server 2, 3 (zoo2:2181, zoo3:2181): the name does not resolve on this machine; start",
            "name all servers")
        .contains("--admin")
        .containsOnlyOnce("does not resolve");
  }

  /** One whose name is known in another network. */
  private static ServerView elsewhere(long sid) {
    return ServerView.of(
        ClientAnswer.none(new HostPort("zoo" + sid, 2181), Unreachable.UNRESOLVED),
        OptionalLong.of(sid),
        AdminAnswer.none(new HostPort("zoo" + sid, 8080), "not asked"));
  }

  @Test
  void theExitCodeSaysWhatIsMissing() throws Exception {
    assertThat(judge(leader())).isZero();
    assertThat(judge(stock(1), stock(3))).isZero();
    assertThat(judge(leader(), elsewhere(3))).isEqualTo(5);
    assertThat(judge(leader(), stock(1))).isEqualTo(3);
    // What an upgrade has left out stays to be done when the server is back.
    assertThat(judge(leader(), stock(1), elsewhere(3))).isEqualTo(3);
    assertThat(judged.toString())
        .contains("1 of 2 servers could not be reached: zoo3:2181")
        .contains("the plugin is missing on zoo1:2181");
  }

  private int judge(ServerView... views) {
    return StatusCommand.judge(List.of(views), new PrintWriter(judged, true));
  }

  @Test
  void jsonKeepsEveryServer() throws Exception {
    JsonNode json =
        JSON.readTree(
            StatusJson.render(new Findings(List.of(stock(1), leader()), List.of("a remark"))));
    assertThat(json.path("servers")).hasSize(2);
    assertThat(json.path("servers").get(0).path("plugin").asText()).isEqualTo("missing");
    assertThat(json.path("servers").get(0).path("status").isNull()).isTrue();
    assertThat(json.path("servers").get(0).path("stock").path("backlogTxns").asLong())
        .isEqualTo(123);
    assertThat(json.path("scheduler").path("quorumMargin").asInt()).isEqualTo(1);
    assertThat(json.path("remarks").get(0).asText()).isEqualTo("a remark");
  }

  /** Recent latencies are 0 where nothing was committed of late, however much before. */
  @Test
  void thereIsNoLatencyWithoutACommit() throws Exception {
    String table =
        StatusTable.render(new Findings(List.of(member("fsyncCount", "600")), List.of()));
    assertThat(table.lines().skip(1).findFirst().orElseThrow())
        .matches("1 +zoo1:2181 +follower +.* - +- +-");
  }

  @Test
  void whatServersSayDoesNotSteerTheTerminal() throws Exception {
    String table =
        StatusTable.render(
            new Findings(List.of(member("mode", "\"a\\u001b[2Jb\"")), List.of("\033]0;title\007")));
    assertThat(table).contains("a?[2Jb").contains("?]0;title?").doesNotContain("\033");
  }

  private static ServerView member(String key, String value) throws Exception {
    JsonNode status =
        JSON.readTree(
            "{\"server\": {\"sid\": 1, \"fsyncMeanMicros\": 0, \"fsyncP99Micros\": 0, \"%s\": %s}}"
                .formatted(key, value));
    return withPlugin(1, "follower", status);
  }
}
