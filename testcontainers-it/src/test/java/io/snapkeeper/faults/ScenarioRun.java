package io.snapkeeper.faults;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.snapkeeper.ensemble.Waiting;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/** One scenario under way: its faults, its traffic, and what happened when. Not thread-safe. */
final class ScenarioRun {

  private final Cluster cluster;
  private final Traffic traffic;
  private final long startNanos = System.nanoTime();
  private final List<Fault> injected = new ArrayList<>();
  private final List<String> story = new ArrayList<>();
  private final List<String> remarks = new ArrayList<>();
  private final Set<Node> faultsExpected = new HashSet<>();
  private final ExpectedAlerts expectedAlerts = new ExpectedAlerts();
  private final Set<Alert> lasting = EnumSet.noneOf(Alert.class);
  private final Instant start = Instant.now();
  private Optional<Instant> firstFault = Optional.empty();
  private Instant lastFault = start;

  ScenarioRun(Cluster cluster, Traffic traffic) {
    this.cluster = cluster;
    this.traffic = traffic;
  }

  void inject(Fault fault) {
    tell(fault.name());
    injected.add(fault);
    begins();
    lastFault = Instant.now();
    fault.inject();
  }

  /** Something happens to the cluster that alerts may tell of: the time from which they count. */
  void begins() {
    firstFault = firstFault.or(() -> Optional.of(Instant.now()));
  }

  void heal(Fault fault) {
    tell("over: " + fault.name());
    injected.remove(fault);
    fault.heal();
  }

  /** Heals what was not healed, the last first. */
  void healAll() {
    for (int i = injected.size() - 1; i >= 0; i--) {
      heal(injected.get(i));
    }
  }

  /** Heals what was not healed but this one. */
  void healAllBut(Fault fault) {
    for (Fault each : List.copyOf(injected)) {
      if (each != fault) {
        heal(each);
      }
    }
  }

  /** Waits until the leader says that one of these servers holds a slot, and returns that one. */
  Node awaitHolderOfASlot(List<Node> candidates) {
    return Waiting.forValue(
        "a slot of one of " + candidates,
        Cluster.PATIENCE,
        () ->
            candidates.stream()
                .filter(node -> cluster.memberOf(node).filter(ScenarioRun::holdsSlot).isPresent())
                .findFirst(),
        cluster::describe);
  }

  /** Whether a leader says that this member holds a slot. */
  static boolean holdsSlot(JsonNode member) {
    return member.path("slot").isObject();
  }

  /**
   * Asserts that of these servers, of snapshots begun since then, only one was in a slot at once.
   */
  void assertOneInASlotAtATime(List<Node> nodes, Instant since) throws IOException {
    Path copies = Files.createTempDirectory("snapkeeper-it-logs-");
    try {
      SnapshotRules.read(cluster, since, copies)
          .assertOneAtATime(nodes.stream().map(Node::sid).toList(), since);
    } finally {
      FaultReport.clear(copies);
    }
    tell("one slot at a time of " + nodes);
  }

  /** Asserts that what was acknowledged until now is in the own files of a quorum; none runs. */
  void assertAQuorumHasAllInItsOwnFiles() throws Exception {
    traffic.assertInOwnFilesOfAQuorum();
    tell("all that was acknowledged is in the own files of a quorum");
  }

  /** Waits until so many more writes were acknowledged. */
  void awaitWrites(long more) throws Exception {
    Duration took = timeUntilWrites(more);
    tell("%d more writes after %s".formatted(more, Scenarios.seconds(took)));
  }

  /** How long it takes until so many more writes were acknowledged. */
  Duration timeUntilWrites(long more) throws Exception {
    long start = System.nanoTime();
    traffic.awaitMore(more);
    return Duration.ofNanos(System.nanoTime() - start);
  }

  /** The longest time between two acknowledged writes from now on for so long. */
  Duration longestWaitForAWrite(Duration watched) throws InterruptedException {
    long start = System.nanoTime();
    long last = start;
    long longest = 0;
    long count = traffic.acknowledged();
    while (System.nanoTime() - start < watched.toNanos()) {
      TimeUnit.MILLISECONDS.sleep(5);
      long now = System.nanoTime();
      longest = Math.max(longest, now - last);
      if (traffic.acknowledged() > count) {
        count = traffic.acknowledged();
        last = now;
      }
    }
    return Duration.ofNanos(longest);
  }

  /** Asserts that no write is acknowledged for so long; those in flight now may be. */
  void assertNoWrites(Duration inFlight, Duration duration) throws InterruptedException {
    TimeUnit.MILLISECONDS.sleep(inFlight.toMillis());
    long before = traffic.acknowledged();
    TimeUnit.MILLISECONDS.sleep(duration.toMillis());
    assertThat(traffic.acknowledged()).as("writes acknowledged without a quorum").isEqualTo(before);
    tell("no write was acknowledged");
  }

  /** Waits until a server's status is as wanted, and returns it. */
  JsonNode awaitStatus(Node node, String what, Predicate<JsonNode> wanted) {
    JsonNode status =
        Waiting.forValue(
            "%s: %s".formatted(node, what),
            Cluster.PATIENCE,
            () -> node.status().filter(wanted),
            () -> node.status() + "\n" + node.tail());
    tell("%s: %s".formatted(node, what));
    return status;
  }

  /** Waits until what the leader says of a member is as wanted, and returns it. */
  JsonNode awaitMember(Node node, String what, Predicate<JsonNode> wanted) {
    JsonNode member =
        Waiting.forValue(
            "the leader to say of %s: %s".formatted(node, what),
            Cluster.PATIENCE,
            () -> cluster.memberOf(node).filter(wanted),
            () -> cluster.memberOf(node) + cluster.describe());
    tell("the leader of %s: %s".formatted(node, what));
    return member;
  }

  /** Waits until this leader has granted so many more slots than now. */
  void awaitSlots(Node leader, int more) {
    long before = granted(leader.awaitStatus());
    awaitStatus(leader, more + " more slots", status -> granted(status) >= before + more);
  }

  static long granted(JsonNode status) {
    return status.path("scheduler").path("counters").path("granted").asLong(0);
  }

  /** The state in which the leader sees a member. */
  static String state(JsonNode member) {
    return member.path("state").asText();
  }

  /** Waits until Prometheus has fired an alert about this server since the last fault. */
  void awaitAlert(Alert alert, Node node) {
    expectedAlerts.allow(alert, node.sid());
    cluster.alerts().awaitFiring(alert, Optional.of(node.sid()), lastFault);
    tell("Prometheus: %s of %s".formatted(alert.ruleName(), node));
  }

  /** Waits until Prometheus has fired an alert about the cluster since the last fault. */
  void awaitAlert(Alert alert) {
    expectedAlerts.allow(alert);
    cluster.alerts().awaitFiring(alert, Optional.empty(), lastFault);
    tell("Prometheus: " + alert.ruleName());
  }

  /** The same of each of these servers. */
  void awaitAlert(Alert alert, List<Node> nodes) {
    nodes.forEach(node -> awaitAlert(alert, node));
  }

  /** The alert may fire, of any server, by what this scenario does. */
  void mayFire(Alert... alerts) {
    for (Alert alert : alerts) {
      expectedAlerts.allow(alert);
    }
  }

  /** The alert is allowed for these servers. */
  void mayFire(Alert alert, List<Node> nodes) {
    nodes.forEach(node -> expectedAlerts.allow(alert, node.sid()));
  }

  /**
   * The servers will be without a leader for a while, which on a busy machine is long for rules so
   * fast; and a new one does not know yet what the others do.
   */
  void losesLeader() {
    mayFire(Alert.NO_SCHEDULER, Alert.NO_LEADER, Alert.SERVER_SILENT);
  }

  /** The alert still fires when all is healed, as what it says is still so. */
  void lasts(Alert alert) {
    lasting.add(alert);
  }

  /** Waits until Prometheus has a series for this expression. */
  void awaitMetrics(String what, String expression) {
    cluster.alerts().await(expression);
    tell("Prometheus: " + what);
  }

  /** Waits until the metrics of this server are those of the only leader. */
  void awaitLeaderInMetrics(Node leader) {
    awaitMetrics(
        leader + " leads, alone",
        "snapkeeper_quorum_margin{instance=\"%s\"} and on() count(snapkeeper_quorum_margin) == 1"
            .formatted(FiredAlert.instanceOf(leader.sid())));
  }

  /** Waits until the live page of a server is as wanted. */
  LivePage awaitPage(Node viewer, String what, Predicate<LivePage> wanted) {
    LivePage shown =
        Waiting.forValue(
            "the page of %s to show: %s".formatted(viewer, what),
            Cluster.PATIENCE,
            () -> viewer.page().filter(wanted),
            () -> viewer.page() + "\n" + viewer.tail());
    tell("the page of %s: %s".formatted(viewer, what));
    return shown;
  }

  /** Waits until a leader's page shows that a member did one of these since the first fault. */
  void awaitOnPage(Node leader, Node member, String... activities) {
    awaitPage(
        leader,
        "%s %s".formatted(member, String.join(" or ", activities)),
        page -> page.showed(member.sid(), Set.of(activities), sinceFirstFault()));
  }

  /** Waits until a leader's page lists this decision about a member, made since the first fault. */
  void awaitDecision(Node leader, Node member, String kind) {
    awaitPage(
        leader,
        "decision \"%s\" about %s".formatted(kind, member),
        page -> page.decided(member.sid(), kind, sinceFirstFault()));
  }

  /**
   * Waits until each server has answered Prometheus four times in a row: clients that start keep a
   * busy machine from it for seconds, and {@link #assertNobodyWasGone} looks that far back.
   */
  void awaitNobodyIsGone() {
    cluster
        .alerts()
        .await(
            "count(min_over_time(up[%dms]) == 1) == %d"
                .formatted(AlertWatch.LEAST.toMillis(), cluster.nodes().size()));
  }

  /**
   * Asserts that since the first fault no server was down to Prometheus for four scrapes in a row,
   * as one may come late on a busy machine, and that the leader's page shows nobody gone.
   */
  void assertNobodyWasGone(Node leader) {
    assertThat(
            cluster
                .alerts()
                .query(
                    "min_over_time(max_over_time(up[%dms])[%dms:500ms]) == 0"
                        .formatted(AlertWatch.LEAST.toMillis(), sinceFirstFault().toMillis())))
        .as("servers that were down for four scrapes in a row")
        .isEmpty();
    LivePage page = awaitPage(leader, "it leads", shown -> shown.leaderSid() == leader.sid());
    for (Node node : cluster.nodes()) {
      assertThat(page.showed(node.sid(), Set.of("disconnected"), sinceFirstFault()))
          .as("%s was gone, by the page of %s", node, leader)
          .isFalse();
    }
    tell("nobody was gone");
  }

  /** Waits until Prometheus has seen each of these servers down since the first fault. */
  void awaitSeenDown(Set<Long> sids) {
    for (long sid : sids) {
      awaitMetrics(
          "server %d was down".formatted(sid),
          "min_over_time(up{instance=\"%s\"}[%dms]) == 0"
              .formatted(FiredAlert.instanceOf(sid), sinceFirstFault().toMillis()));
    }
  }

  /** Waits until the pages of these servers name the leader. */
  void awaitLeaderOnPages(List<Node> viewers, Node leader) {
    for (Node viewer : viewers) {
      awaitPage(viewer, leader + " leads", page -> page.leaderSid() == leader.sid());
    }
  }

  /** How long ago the first fault was made. */
  Duration sinceFirstFault() {
    return Duration.between(firstFault.orElse(start), Instant.now());
  }

  /** What has fired since the scenario began, and how many seconds after its first fault. */
  List<String> alertsThatFired() {
    Set<String> named = new HashSet<>(); // a server may be stale first, and then disconnected
    return cluster.alerts().firedSince(start).stream()
        .filter(fired -> named.add(fired.subject()))
        .map(fired -> fired.after(firstFault.orElse(start)))
        .toList();
  }

  /** Waits until none fires any more, and asserts that none has fired that should not. */
  void assertAlertsWereAsExpected() {
    cluster.alerts().awaitQuiet(fired -> lasting.contains(fired.alert()));
    tell("no alert fires; those that did: " + alertsThatFired());
    assertThat(expectedAlerts.unexpected(cluster.alerts().firedSince(start)))
        .as("alerts that should not have fired")
        .isEmpty();
  }

  /** Waits until the cluster is healthy after all faults of this scenario. */
  void awaitHealthy() {
    cluster.awaitHealthy(
        start,
        (node, how) -> {
          mayFire(Alert.TARGET_DOWN, List.of(node));
          mayFire(Alert.SERVER_SILENT, List.of(node));
          remark("%s began empty: %s".formatted(node, how));
        });
    tell("healthy");
  }

  Optional<JsonNode> memberOf(Node node) {
    return cluster.memberOf(node);
  }

  /** Notes a figure of this run for its row in the table. */
  void remark(String remark) {
    tell(remark);
    remarks.add(remark);
  }

  /** The plugin of this server must say that it has met a fault of its own: a log writer's. */
  void expectPluginFault(Node node) {
    faultsExpected.add(node);
  }

  Set<Node> faultsExpected() {
    return faultsExpected;
  }

  List<String> remarks() {
    return remarks;
  }

  /** Writes acknowledged so far. */
  long acknowledged() {
    return traffic.acknowledged();
  }

  /** Notes what happens, for the story of a failure. */
  void tell(String what) {
    story.add(
        String.format(Locale.ROOT, "  %6.2f s  %s", (System.nanoTime() - startNanos) / 1e9, what));
  }

  /** What happened when, a line each. */
  String story() {
    return String.join("\n", story);
  }
}
