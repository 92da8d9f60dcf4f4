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

  ScenarioRun(Cluster cluster, Traffic traffic) {
    this.cluster = cluster;
    this.traffic = traffic;
  }

  void inject(Fault fault) {
    tell(fault.name());
    injected.add(fault);
    fault.inject();
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
