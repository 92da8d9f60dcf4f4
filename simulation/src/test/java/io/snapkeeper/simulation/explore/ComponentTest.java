package io.snapkeeper.simulation.explore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.snapkeeper.core.report.Report;
import io.snapkeeper.core.schedule.SchedulerAction;
import io.snapkeeper.core.wire.LeaderMessage;
import io.snapkeeper.simulation.explore.graph.GraphCopier;
import io.snapkeeper.simulation.explore.graph.GraphHash;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** Copies, hashes and renamings of the production state machines, along random runs. */
class ComponentTest {

  private static final int SERVERS = 4;
  private static final int RUNS = 40;
  private static final int STEPS = 120;
  private static final Configuration FOUR = Configuration.of("four", 3, 1, Map.of());

  /** A leader and its servers, called in turn without a channel between. */
  private static final class Ensemble {

    final Leader leader;
    final List<Server> servers = new ArrayList<>();

    Ensemble(long clockMillis) {
      leader = new Leader(1, 1, clockMillis);
      leader.membership(FOUR.memberships().get(0));
      for (long sid = 1; sid <= SERVERS; sid++) {
        Server server = new Server(sid, true, sid % 2 == 0, 4, clockMillis);
        server.serve(1);
        servers.add(server);
        leader.connected(sid);
      }
    }

    /** Something happens; what the leader granted, in words. */
    String happens(SplittableRandom random) {
      Server server = servers.get(random.nextInt(SERVERS));
      return switch (random.nextInt(8)) {
        case 0, 1, 2, 3 -> grant(leader.reported(hear(server, Optional.empty())));
        case 4 -> {
          server.append();
          yield "";
        }
        case 5 -> {
          if (server.pending != io.snapkeeper.core.member.Trigger.Cause.NONE) {
            server.start();
          } else if (server.scheduledRuns || server.unscheduledRuns) {
            server.end();
          }
          yield "";
        }
        case 6 -> {
          server.tick(700);
          yield grant(leader.tick(500));
        }
        default -> {
          if (server.sid != 1 && random.nextInt(4) == 0) {
            server.stop();
            String granted = grant(leader.disconnected(server.sid));
            server.serve(1);
            yield granted + grant(leader.connected(server.sid));
          }
          yield "";
        }
      };
    }

    private Report hear(Server server, Optional<LeaderMessage.SlotGrant> grant) {
      return server.hear(leader.message(server.sid, grant));
    }

    private String grant(List<SchedulerAction.Grant> grants) {
      for (SchedulerAction.Grant grant : grants) {
        hear(
            servers.get((int) grant.sid() - 1),
            Optional.of(
                new LeaderMessage.SlotGrant(grant.slotId(), grant.ttlMillis(), grant.degraded())));
      }
      return grants.toString();
    }

    List<Long> hash() {
      List<Long> hashes = new ArrayList<>(hashOf(leader));
      servers.forEach(server -> hashes.addAll(hashOf(server)));
      return hashes;
    }
  }

  private static List<Long> hashOf(Leader leader) {
    GraphHash hash = new GraphHash(SERVERS);
    hash.take(leader, leader.clockMillis());
    return hashes(hash, Function.identity());
  }

  private static List<Long> hashOf(Server server) {
    GraphHash hash = new GraphHash(SERVERS);
    hash.takeOf(server.sid, server, server.clockMillis);
    return hashes(hash, Function.identity());
  }

  private static List<Long> hashes(GraphHash hash, Function<Long, Long> order) {
    List<Long> hashes = new ArrayList<>(List.of(hash.common().high(), hash.common().low()));
    for (long sid = 1; sid <= SERVERS; sid++) {
      hashes.add(hash.part(order.apply(sid)).high());
      hashes.add(hash.part(order.apply(sid)).low());
    }
    return hashes;
  }

  @Test
  void aCopyGoesOnAsTheOriginalDoesAndLeavesItAlone() {
    int grants = 0;
    for (int run = 0; run < RUNS; run++) {
      SplittableRandom random = new SplittableRandom(run);
      Ensemble ensemble = new Ensemble(5_000);
      for (int step = 0; step < STEPS; step++) {
        Ensemble copy = GraphCopier.exact().copy(ensemble);
        List<Long> before = ensemble.hash();
        assertThat(copy.hash()).isEqualTo(before);
        SplittableRandom same = random.split();
        long seed = same.nextLong();
        String expected = copy.happens(new SplittableRandom(seed));
        assertThat(ensemble.hash()).as("the original, run %d step %d", run, step).isEqualTo(before);
        assertThat(ensemble.happens(new SplittableRandom(seed))).isEqualTo(expected);
        assertThat(ensemble.hash()).as("run %d step %d", run, step).isEqualTo(copy.hash());
        grants += expected.contains("Grant[") ? 1 : 0;
      }
    }
    assertThat(grants).isGreaterThan(RUNS);
  }

  @Test
  void theTimeOfDayMakesNoDifference() {
    for (int run = 0; run < RUNS; run++) {
      SplittableRandom early = new SplittableRandom(run);
      SplittableRandom late = new SplittableRandom(run);
      Ensemble one = new Ensemble(5_000);
      Ensemble other = new Ensemble(987_654_321);
      for (int step = 0; step < STEPS; step++) {
        one.happens(early);
        other.happens(late);
        assertThat(other.hash()).as("run %d step %d", run, step).isEqualTo(one.hash());
      }
    }
  }

  @Test
  void aRenamingExchangesTheServersPartsAndNothingElse() {
    Naming swap =
        Naming.others(FOUR, 1).stream().filter(naming -> naming.of(2) == 3).findFirst().get();
    for (int run = 0; run < RUNS; run++) {
      SplittableRandom random = new SplittableRandom(run);
      Ensemble ensemble = new Ensemble(5_000);
      for (int step = 0; step < STEPS; step++) {
        ensemble.happens(random);
        Leader renamed = swap.copier().copy(ensemble.leader);
        GraphHash hash = new GraphHash(SERVERS);
        hash.take(renamed, renamed.clockMillis());
        assertThat(hashes(hash, swap::of)).isEqualTo(hashOf(ensemble.leader));
        assertThat(hashOf(swap.backCopier().copy(renamed))).isEqualTo(hashOf(ensemble.leader));
      }
    }
  }

  @Test
  void whateverTheFutureDependsOnChangesTheHash() {
    Ensemble ensemble = new Ensemble(5_000);
    Server server = ensemble.servers.get(1);
    List<List<Long>> seen = new ArrayList<>();
    seen.add(ensemble.hash());
    ensemble.leader.reported(ensemble.hear(server, Optional.empty()));
    seen.add(ensemble.hash());
    server.append();
    seen.add(ensemble.hash());
    server.tick(1);
    seen.add(ensemble.hash());
    ensemble.leader.tick(1);
    seen.add(ensemble.hash());
    ensemble.leader.disconnected(2);
    seen.add(ensemble.hash());
    assertThat(seen).doesNotHaveDuplicates();
  }

  @Test
  void aFactAboutTwoServersIsRefused() {
    GraphHash hash = new GraphHash(SERVERS);
    Server other = new Server(3, true, false, 4, 5_000);
    assertThatThrownBy(() -> hash.takeOf(2, other, 5_000))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("what is kept about server 2 mentions server 3");
  }
}
