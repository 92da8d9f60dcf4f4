package io.snapkeeper.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.snapkeeper.containers.ImageUnderTest;
import io.snapkeeper.ensemble.ServerLibraries.Line;
import io.snapkeeper.testset.TestSet;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.LongFunction;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.Timeout;

/** Servers that are replaced one by one under load: without and with the plugin, of two lines. */
@Timeout(300)
class UpgradeIT {

  private static String plugin39;
  private static String stock39;

  private Cluster cluster;

  @BeforeAll
  static void prepare() throws Exception {
    TestSet.assume(false, "rolling upgrades under load");
    Host.requireFaults();
    plugin39 = ImageUnderTest.prepare(Line.V3_9);
    stock39 = ImageUnderTest.prepareStock(Line.V3_9);
  }

  @AfterEach
  void stop() {
    if (cluster != null) {
      cluster.close();
    }
  }

  @Test
  @DisplayName("rolling upgrade from stock to plugin, and back")
  void stockToPluginAndBack(TestInfo test) throws Exception {
    cluster = Cluster.start(5, sid -> Software.stock(stock39), Cluster.Placement.PLAIN);
    new Scenarios(cluster, "each")
        .run(
            test,
            run -> {
              run.losesLeader();
              // Followers with the plugin do without a schedule until their leader has it, too.
              roll(
                  run,
                  sid -> Software.plugin(plugin39, WriterMode.inTurn(sid)),
                  followers -> run.awaitAlert(Alert.NO_SCHEDULER));
              run.awaitSlots(cluster.leader(), 3);
              run.awaitLeaderInMetrics(cluster.leader());
              // Prometheus cannot tell a server without its plugin from one that is down.
              roll(
                  run,
                  sid -> Software.stock(stock39),
                  followers -> {
                    run.awaitAlert(Alert.SERVER_SILENT, followers);
                    run.awaitAlert(Alert.TARGET_DOWN, followers);
                    for (Node follower : followers) {
                      run.awaitOnPage(cluster.leader(), follower, "silent");
                    }
                  });
              run.awaitAlert(Alert.TARGET_DOWN, cluster.nodes());
              run.lasts(Alert.TARGET_DOWN);
              run.awaitWrites(100);
            });
  }

  @Test
  @DisplayName("rolling upgrade from 3.8.6 to 3.9.5, with the plugin")
  void lineToLine(TestInfo test) throws Exception {
    String plugin38 = ImageUnderTest.prepare(Line.V3_8);
    cluster =
        Cluster.start(
            5, sid -> Software.plugin(plugin38, WriterMode.inTurn(sid)), Cluster.Placement.PLAIN);
    new Scenarios(cluster, "each")
        .run(
            test,
            run -> {
              run.losesLeader();
              Node leader = cluster.leader();
              List<Node> order = new ArrayList<>(cluster.followers());
              order.add(leader);
              for (Node node : order.subList(0, 3)) {
                replace(run, node, Software.plugin(plugin39, WriterMode.inTurn(node.sid())));
              }
              run.awaitSlots(leader, 3); // 3.8 leads, and grants to both
              Fault kill = ServerFaults.kill(leader);
              run.inject(kill);
              Node next = cluster.awaitLeaderBut(leader);
              run.awaitSlots(next, 3);
              run.awaitLeaderInMetrics(next);
              run.awaitAlert(Alert.TARGET_DOWN, leader);
              run.awaitAlert(Alert.SERVER_SILENT, leader);
              run.awaitOnPage(next, leader, "disconnected");
              run.heal(kill);
              for (Node node : order.subList(3, 5)) {
                replace(run, node, Software.plugin(plugin39, WriterMode.inTurn(node.sid())));
              }
            });
  }

  /** Followers first, the leader last. */
  private void roll(
      ScenarioRun run, LongFunction<Software> next, Consumer<List<Node>> beforeTheLeader)
      throws Exception {
    Node leader = cluster.leader();
    List<Node> order = new ArrayList<>(cluster.followers());
    order.add(leader);
    for (Node node : order) {
      if (node == leader) {
        beforeTheLeader.accept(order.subList(0, order.size() - 1));
      }
      replace(run, node, next.apply(node.sid()));
    }
    cluster.awaitHealthy();
  }

  private void replace(ScenarioRun run, Node node, Software software) throws Exception {
    run.tell("%s becomes %s".formatted(node, software));
    run.begins();
    // With rules so fast, a restart is an outage; with the repository's it is none.
    run.mayFire(Alert.TARGET_DOWN, List.of(node));
    run.mayFire(Alert.SERVER_SILENT, List.of(node));
    cluster.replace(node.sid(), software);
    cluster.awaitServing(node);
    run.awaitWrites(20);
  }

  @Test
  @DisplayName("observers killed, frozen and cut off: the voters' slots go on")
  void observers(TestInfo test) throws Exception {
    NetworkFaults.require();
    cluster =
        Cluster.start(
            6,
            sid -> Software.plugin(plugin39, WriterMode.inTurn(sid)),
            new Cluster.Placement(java.util.Set.of(6L), java.util.Map.of()));
    NetworkFaults network = new NetworkFaults(cluster);
    new Scenarios(cluster, "each")
        .run(
            test,
            run -> {
              Node leader = cluster.leader();
              Node observer = cluster.node(6);
              Fault cut = network.cut(List.of(observer));
              for (Fault fault :
                  List.of(ServerFaults.kill(observer), ServerFaults.pause(observer), cut)) {
                run.inject(fault);
                run.awaitMember(observer, "not fast", m -> !ScenarioRun.state(m).equals("fast"));
                run.awaitSlots(leader, 2);
                run.awaitAlert(Alert.SERVER_SILENT, observer);
                if (fault != cut) {
                  run.awaitAlert(Alert.TARGET_DOWN, observer);
                }
                run.awaitOnPage(leader, observer, "silent", "disconnected");
                run.heal(fault);
                run.awaitMember(observer, "fast", m -> ScenarioRun.state(m).equals("fast"));
                cluster.alerts().awaitQuiet(fired -> !fired.sid().equals(Optional.of(6L)));
              }
              assertThat(cluster.leader()).as("the leader").isEqualTo(leader);
            });
  }
}
