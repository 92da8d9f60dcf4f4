package io.snapkeeper.zk.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.snapkeeper.ensemble.AdminClient;
import io.snapkeeper.ensemble.Ensemble;
import io.snapkeeper.ensemble.ServerLibraries.Line;
import io.snapkeeper.testset.TestSet;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.StreamSupport;
import javax.management.remote.JMXConnector;
import org.apache.zookeeper.ZooDefs;
import org.apache.zookeeper.ZooKeeper;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** An operator's orders to a running ensemble, over JMX and over the AdminServer. */
class OrdersIT {

  /** A pause yields at three times this, which takes 12 s of writes and an election takes less. */
  private static final int SNAP_COUNT = 800;

  @RegisterExtension final TestEnsembles ensembles = new TestEnsembles();

  @ParameterizedTest
  @EnumSource(Line.class)
  void ordersOverJmx(Line line) throws Exception {
    TestEnsembles.assumeInSet(line);
    Ensemble ensemble =
        ensembles.startWithLastLeading(TestEnsembles.withPlugin(line, 3, SNAP_COUNT));
    try (AckedWrites writes = new AckedWrites(ensemble, 150, 6);
        SlotWatch watch = new SlotWatch(ensemble)) {
      awaitScheduling(ensemble);
      pauseOutlivesTheLeader(ensemble);
      pauseLapses(ensemble);
      offIsTheStockRule(ensemble);
      limitsChange(ensemble);
      followersRefuse(ensemble);
      writes.stopWithoutFailureButElections();
      watch.assertSafe();
    }
    snapshotNow(ensemble);
    snapshotNowOfNobodyIsRefused(ensemble);
  }

  /** Snapshots are held back beyond their limits, by the next leader too. */
  private static void pauseOutlivesTheLeader(Ensemble ensemble) throws Exception {
    assertThat(order(ensemble, "pause", 600)).isNotBlank();
    for (long sid : ensemble.sids()) {
      awaitMode(ensemble, sid, "paused");
    }
    awaitNoOpenSlot(ensemble); // one that was granted before the pause is used up
    long scheduled = scheduledInAll(ensemble);
    for (long sid : ensemble.sids()) {
      Status.await(
          ensemble,
          sid,
          "a backlog beyond its limit",
          TestEnsembles.PATIENCE,
          status -> status.path("server").path("backlogPercent").asDouble() > 130);
    }
    assertThat(scheduledInAll(ensemble)).as("scheduled snapshots").isEqualTo(scheduled);

    long leader = ensemble.awaitLeader(TestEnsembles.PATIENCE);
    ensemble.kill(leader);
    long next = ensemble.awaitLeader(TestEnsembles.PATIENCE);
    JsonNode status =
        Status.await(
            ensemble,
            next,
            "the new leader knows of the pause",
            TestEnsembles.PATIENCE,
            found -> found.path("scheduler").path("state").asText().equals("paused"));
    assertThat(status.path("scheduler").path("overrideExpiresInMillis").asLong())
        .isBetween(500_000L, 600_000L);
    assertThat(Status.slots(status, "granted")).isZero();
    ensemble.start(leader, TestEnsembles.START_TIMEOUT);
    awaitMode(ensemble, leader, "paused");
    order(ensemble, "resume");
    awaitScheduling(ensemble);
  }

  private static void pauseLapses(Ensemble ensemble) throws Exception {
    order(ensemble, "pause", 1);
    awaitScheduling(ensemble);
  }

  private static void offIsTheStockRule(Ensemble ensemble) throws Exception {
    order(ensemble, "off", 600);
    for (long sid : ensemble.sids()) {
      awaitMode(ensemble, sid, "stock-rule");
      long before = Status.counter(Status.of(ensemble, sid), "stockRuleSnapshots");
      Status.await(
          ensemble,
          sid,
          "a snapshot by the stock rule",
          TestEnsembles.PATIENCE,
          status -> Status.counter(status, "stockRuleSnapshots") > before);
    }
    order(ensemble, "resume");
    awaitScheduling(ensemble);
  }

  private static void limitsChange(Ensemble ensemble) throws Exception {
    long leader = ensemble.awaitLeader(TestEnsembles.PATIENCE);
    try (JMXConnector jmx = ensemble.jmx(leader)) {
      Orders orders = Orders.of(jmx);
      assertThat(orders.setLimit("drainFsyncMillis", 321)).contains("321");
      assertThatThrownBy(() -> orders.setLimit("drainFsynkMillis", 321))
          .hasStackTraceContaining("drainFsynkMillis");
      assertThatThrownBy(() -> orders.call("pause", 0)).hasStackTraceContaining("86400");
      assertThat(orders.attribute("StatusJson").toString()).contains("\"scheduler\"");
    }
    Status.await(
        ensemble,
        leader,
        "the new limit is in force",
        TestEnsembles.PATIENCE,
        status -> status.path("scheduler").path("limits").path("drainFsyncMillis").asLong() == 321);
  }

  private static void followersRefuse(Ensemble ensemble) throws Exception {
    long leader = ensemble.awaitLeader(TestEnsembles.PATIENCE);
    long follower = ensemble.sids().stream().filter(sid -> sid != leader).findFirst().orElseThrow();
    try (JMXConnector jmx = ensemble.jmx(follower)) {
      assertThatThrownBy(() -> Orders.of(jmx).call("pause", 60))
          .hasRootCauseInstanceOf(IllegalStateException.class)
          .hasStackTraceContaining(Long.toString(leader));
    }
  }

  /** With little written, nobody is due for a slot by itself. */
  private static void snapshotNow(Ensemble ensemble) throws Exception {
    long leader = ensemble.awaitLeader(TestEnsembles.PATIENCE);
    for (long sid : ensemble.sids()) {
      long before = Status.scheduledSnapshots(ensemble, sid);
      order(ensemble, "snapshotNow", sid);
      try (AckedWrites trickle = new AckedWrites(ensemble, 10, 1)) {
        Status.await(
            ensemble,
            sid,
            "the snapshot that was asked for",
            TestEnsembles.PATIENCE,
            status -> Status.counter(status, "scheduledSnapshots") > before);
        trickle.stopWithoutFailure();
      }
    }
    assertThat(ensemble.leader()).hasValue(leader);
  }

  private static void snapshotNowOfNobodyIsRefused(Ensemble ensemble) throws Exception {
    assertThatThrownBy(() -> order(ensemble, "snapshotNow", 17))
        .hasRootCauseInstanceOf(IllegalArgumentException.class)
        .hasStackTraceContaining("this ensemble has 1, 2, 3");
    long leader = ensemble.awaitLeader(TestEnsembles.PATIENCE);
    long follower = ensemble.sids().stream().filter(sid -> sid != leader).findFirst().orElseThrow();
    ensemble.kill(follower);
    Status.await(
        ensemble,
        leader,
        "the leader misses server " + follower,
        TestEnsembles.PATIENCE,
        status -> Status.member(status, follower).path("state").asText().equals("disconnected"));
    assertThatThrownBy(() -> order(ensemble, "snapshotNow", follower))
        .hasRootCauseInstanceOf(IllegalStateException.class)
        .hasStackTraceContaining("server " + follower + " is not connected");
  }

  @Test
  void ordersOverTheAdminServerNeedAuthentication() throws Exception {
    Ensemble ensemble = ensembles.startWithLastLeading(TestEnsembles.withPlugin(Line.V3_9, 3, 400));
    protectRoot(ensemble);
    AdminClient admin = ensemble.admin(3);
    Map<String, String> pause = Map.of("action", "pause", "seconds", "600");
    for (Optional<String> refused :
        List.of(Optional.<String>empty(), Optional.of("digest admin:wrong"))) {
      assertThatThrownBy(() -> admin.post("snapkeeper_order", pause, refused))
          .isInstanceOf(IOException.class)
          .hasMessageMatching("(?s).*answered 40[13].*");
    }
    assertThat(state(ensemble)).isEqualTo("scheduling");
    JsonNode answer = admin.post("snapkeeper_order", pause, Optional.of("digest admin:secret"));
    assertThat(answer.path("error").isNull()).as("%s", answer).isTrue();
    assertThat(answer.path("result").asText()).isNotBlank();
    awaitMode(ensemble, 1, "paused");
    admin.post("snapkeeper_order", Map.of("action", "resume"), Optional.of("digest admin:secret"));
    Status.await(
        ensemble,
        3,
        "it schedules again",
        TestEnsembles.PATIENCE,
        status -> status.path("scheduler").path("state").asText().equals("scheduling"));
  }

  @Test
  void ordersOverAnAdminServerWithoutAuthenticationAreRefused() throws Exception {
    TestSet.assume(false, "orders over an admin server that cannot authenticate");
    Ensemble ensemble = ensembles.startWithLastLeading(TestEnsembles.withPlugin(Line.V3_8, 3, 400));
    try {
      JsonNode answer =
          ensemble
              .admin(3)
              .post(
                  "snapkeeper_order",
                  Map.of("action", "pause", "seconds", "600"),
                  Optional.of("digest admin:secret"));
      assertThat(answer.path("error").asText("")).as("%s", answer).isNotBlank();
    } catch (IOException e) {
      assertThat(e).hasMessageContaining("answered 4");
    }
    assertThat(state(ensemble)).isEqualTo("scheduling");
  }

  private static String state(Ensemble ensemble) throws IOException {
    return Status.of(ensemble, 3).path("scheduler").path("state").asText();
  }

  private static void protectRoot(Ensemble ensemble) throws Exception {
    try (ZooKeeper client = Trees.connect(ensemble.ports(3).client())) {
      client.addAuthInfo("digest", "admin:secret".getBytes(StandardCharsets.UTF_8));
      client.setACL("/", ZooDefs.Ids.CREATOR_ALL_ACL, -1);
    }
  }

  private static String order(Ensemble ensemble, String operation, long... arguments)
      throws Exception {
    long leader = ensemble.awaitLeader(TestEnsembles.PATIENCE);
    try (JMXConnector jmx = ensemble.jmx(leader)) {
      return Orders.of(jmx).call(operation, arguments);
    }
  }

  private static void awaitMode(Ensemble ensemble, long sid, String mode) {
    Status.await(
        ensemble,
        sid,
        "mode " + mode,
        TestEnsembles.PATIENCE,
        status -> Status.mode(status).equals(mode));
  }

  private static void awaitNoOpenSlot(Ensemble ensemble) throws Exception {
    Status.await(
        ensemble,
        ensemble.awaitLeader(TestEnsembles.PATIENCE),
        "no slot is open",
        TestEnsembles.PATIENCE,
        status -> {
          JsonNode members = status.path("scheduler").path("members");
          return members.isArray()
              && StreamSupport.stream(members.spliterator(), false).noneMatch(Status::hasOpenSlot);
        });
  }

  /** Waits until every server is scheduled and another slot has been used. */
  private static void awaitScheduling(Ensemble ensemble) throws Exception {
    for (long sid : ensemble.sids()) {
      awaitMode(ensemble, sid, "scheduled");
    }
    long before = scheduledInAll(ensemble);
    long leader = ensemble.awaitLeader(TestEnsembles.PATIENCE);
    Status.await(
        ensemble,
        leader,
        "another slot is used",
        TestEnsembles.PATIENCE,
        status -> {
          try {
            return scheduledInAll(ensemble) > before;
          } catch (IOException e) {
            return false;
          }
        });
  }

  private static long scheduledInAll(Ensemble ensemble) throws IOException {
    long sum = 0;
    for (long sid : ensemble.sids()) {
      sum += Status.scheduledSnapshots(ensemble, sid);
    }
    return sum;
  }
}
