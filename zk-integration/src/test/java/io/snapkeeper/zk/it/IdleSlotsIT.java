package io.snapkeeper.zk.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.snapkeeper.ensemble.Ensemble;
import io.snapkeeper.ensemble.ServerLibraries.Line;
import io.snapkeeper.ensemble.Waiting;
import io.snapkeeper.testset.TestSet;
import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import javax.management.remote.JMXConnector;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.ZooDefs;
import org.apache.zookeeper.ZooKeeper;
import org.apache.zookeeper.server.PurgeTxnLog;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Bursts that end before anybody has a slot, and then nothing is logged: each server gets its slot
 * all the same, one after the other, and what is left on the disk serves ZooKeeper's purging,
 * restart and restore as any snapshot does.
 */
class IdleSlotsIT {

  private static final int SNAP_COUNT = 1_000;

  /** 60% of the limit: before its time, which the schedule allows once. */
  private static final int FIRST_BURST = 600;

  /** 80%: each of them again and again, as stock's mean is 75%. */
  private static final int BURST = 800;

  private static final int KEPT = 3;

  /** So many that purging has something to remove. */
  private static final int ROUNDS = KEPT + 2;

  private static final long LEADER = 3;
  private static final String NODE = "/idle";

  @RegisterExtension final TestEnsembles ensembles = new TestEnsembles();

  private Ensemble ensemble;
  private long written;

  @ParameterizedTest
  @EnumSource(Line.class)
  void eachServerHasItsSlotWithoutAWrite(Line line) throws Exception {
    TestSet.assume(false, "slots of servers that nobody writes to");
    TestEnsembles.assumeInSet(line);
    ensemble = ensembles.startWithLastLeading(TestEnsembles.withPlugin(line, 3, SNAP_COUNT));
    List<Long> lasts = new ArrayList<>();
    try (SlotWatch watch = new SlotWatch(ensemble);
        JMXConnector jmx = ensemble.jmx(LEADER);
        ZooKeeper client = Trees.connect(ensemble.ports(1).client())) {
      client.create(NODE, new byte[0], ZooDefs.Ids.OPEN_ACL_UNSAFE, CreateMode.PERSISTENT);
      for (int round = 1; round <= ROUNDS; round++) {
        lasts.add(burst(client, Orders.of(jmx), round == 1 ? FIRST_BURST : BURST));
        awaitSlots(round);
        assertNothingWasLogged(lasts);
      }
      assertOneAfterTheOther(ROUNDS);
      purgeKeepsWhatIsNeeded(lasts);
      if (line == Line.V3_9) {
        restoresOverTheAdminServer(last(lasts));
      }
      lasts.add(burst(client, Orders.of(jmx), BURST));
      awaitSlots(ROUNDS + 1);
      watch.assertSafe();
    }
    restartsFromIt(last(lasts));
    try (JMXConnector jmx = ensemble.jmx(ensemble.awaitLeader(TestEnsembles.START_TIMEOUT));
        ZooKeeper client = Trees.connect(ensemble.ports(1).client())) {
      burst(client, Orders.of(jmx), BURST);
      awaitSlots(1);
    }
    assertSameTreesAndDigests();
  }

  private static long last(List<Long> zxids) {
    return zxids.get(zxids.size() - 1);
  }

  /**
   * Writes while snapshots are paused, which is resumed once nothing is logged any more: however
   * fast slots are granted, none comes in the burst itself. Returns the last transaction.
   */
  private long burst(ZooKeeper client, Orders orders, int writes) throws Exception {
    orders.call("pause", 600);
    awaitModes("paused");
    AtomicLong last = new AtomicLong();
    Queue<KeeperException.Code> refused = new ConcurrentLinkedQueue<>();
    CountDownLatch answers = new CountDownLatch(writes);
    for (int i = 0; i < writes; i++) {
      written++;
      client.setData(
          NODE,
          Long.toString(written).getBytes(StandardCharsets.US_ASCII),
          -1,
          (code, path, context, stat) -> {
            if (code == KeeperException.Code.OK.intValue()) {
              last.accumulateAndGet(stat.getMzxid(), Math::max);
            } else {
              refused.add(KeeperException.Code.get(code));
            }
            answers.countDown();
          },
          null);
    }
    assertThat(answers.await(TestEnsembles.PATIENCE.toMillis(), TimeUnit.MILLISECONDS)).isTrue();
    assertThat(refused).isEmpty();
    for (long sid : ensemble.sids()) {
      Status.await(
          ensemble,
          sid,
          "all of the burst",
          TestEnsembles.PATIENCE,
          status -> status.path("server").path("backlogTxns").asLong() >= writes);
    }
    orders.call("resume");
    return last.get();
  }

  private void awaitModes(String mode) {
    for (long sid : ensemble.sids()) {
      Status.await(
          ensemble, sid, mode, TestEnsembles.PATIENCE, status -> Status.mode(status).equals(mode));
    }
  }

  private void awaitSlots(long count) {
    for (long sid : ensemble.sids()) {
      Status.await(
          ensemble,
          sid,
          count + " scheduled snapshots",
          TestEnsembles.PATIENCE,
          status ->
              Status.counter(status, "scheduledSnapshots") == count
                  && status.path("server").path("snapshot").isNull());
    }
  }

  /** Each server has a snapshot of the last transaction, and none after it; logs began as ever. */
  private void assertNothingWasLogged(List<Long> lasts) throws Exception {
    long last = last(lasts);
    for (long sid : ensemble.sids()) {
      Path data = ensemble.dataDirectory(sid);
      assertThat(names(sid, "snapshot.")).endsWith("snapshot." + Long.toHexString(last));
      SnapshotFiles.load(data.resolve("version-2/snapshot." + Long.toHexString(last)));
      assertThat(SnapshotFiles.loggedFrom(data, last)).containsExactly(last);
      List<String> begun = new ArrayList<>();
      for (long before : lasts.subList(0, lasts.size() - 1)) {
        begun.add("log." + Long.toHexString(before + 1));
      }
      assertThat(names(sid, "log."))
          .as("after each snapshot the next append begins a log, on server %d", sid)
          .hasSize(1 + begun.size())
          .containsAll(begun);
      assertThat(Status.of(ensemble, sid).path("server").path("backlogTxns").asLong()).isZero();
    }
  }

  private void assertOneAfterTheOther(int rounds) {
    List<PluginEvent> events = PluginEvent.of(ensemble);
    for (long sid : ensemble.sids()) {
      assertThat(events.stream().filter(e -> e.is("slot idle") && e.sid() == sid)).hasSize(rounds);
    }
    long running = 0;
    for (PluginEvent event : events) {
      running += event.is("slot idle") ? 1 : 0;
      assertThat(running).as("slots at once, at %s", event).isLessThanOrEqualTo(1);
      running -= event.is("snapshot ended") && event.isScheduled() ? 1 : 0;
    }
    assertThat(events).noneMatch(e -> e.is("slot expired") || e.is("snapshot aborted"));
  }

  private void purgeKeepsWhatIsNeeded(List<Long> lasts) throws Exception {
    List<Long> kept = lasts.subList(lasts.size() - KEPT, lasts.size());
    long beforeKept = lasts.get(lasts.size() - KEPT - 1);
    for (long sid : ensemble.sids()) {
      File data = ensemble.dataDirectory(sid).toFile();
      PurgeTxnLog.purge(data, data, KEPT);
      assertThat(names(sid, "snapshot."))
          .isEqualTo(kept.stream().map(zxid -> "snapshot." + Long.toHexString(zxid)).toList());
      // The log in which the oldest one's transaction stands, and those after it.
      assertThat(names(sid, "log."))
          .hasSize(KEPT)
          .contains("log." + Long.toHexString(beforeKept + 1));
      assertThat(SnapshotFiles.loggedFrom(data.toPath(), kept.get(0) + 1))
          .startsWith(
              LongStream.rangeClosed(kept.get(0) + 1, last(lasts)).boxed().toArray(Long[]::new));
    }
  }

  /** The server replaces its database by one read from the snapshot, and goes on with it. */
  private void restoresOverTheAdminServer(long last) throws Exception {
    long sid = 1;
    Path snapshot =
        ensemble.dataDirectory(sid).resolve("version-2/snapshot." + Long.toHexString(last));
    HttpRequest request =
        HttpRequest.newBuilder(
                URI.create("http://127.0.0.1:" + ensemble.ports(sid).admin() + "/commands/restore"))
            .timeout(Duration.ofMinutes(1))
            .header("Authorization", "digest operator:secret")
            .header("Content-Type", "application/octet-stream")
            .POST(HttpRequest.BodyPublishers.ofFile(snapshot))
            .build();
    HttpResponse<String> answer =
        HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    assertThat(answer.body()).contains(Long.toString(last));
  }

  /** All die; each restores from its own disk, and is as the others are. */
  private void restartsFromIt(long last) throws Exception {
    ensemble.killAll();
    for (long sid : ensemble.sids()) {
      assertThat(OwnDirectory.restore(ensemble.dataDirectory(sid)).holds(NODE, written))
          .as("the last write in the directory of server %d", sid)
          .isTrue();
    }
    ensemble.start(TestEnsembles.START_TIMEOUT);
    for (long sid : ensemble.sids()) {
      assertThat(Files.readString(ensemble.logFile(sid)))
          .contains("snapshot." + Long.toHexString(last));
      // Sessions that end or begin, and no burst.
      Status.await(
          ensemble,
          sid,
          "next to nothing to replay",
          TestEnsembles.PATIENCE,
          status -> status.path("server").path("backlogTxns").asLong() < BURST / 10);
    }
  }

  private void assertSameTreesAndDigests() throws Exception {
    Trees.assertSame(ensemble.sids().stream().map(sid -> ensemble.ports(sid).client()).toList());
    for (long sid : ensemble.sids()) {
      Map<String, String> mntr = ensemble.mntr(sid);
      assertThat(mntr).containsEntry("zk_digest_mismatches_count", "0");
      assertThat(Status.of(ensemble, sid).path("plugin").path("faults").asLong()).isZero();
      Waiting.until(
          "the same number on server " + sid,
          TestEnsembles.PATIENCE,
          () -> holds(sid),
          () -> ensemble.logTail(sid));
    }
  }

  private boolean holds(long sid) {
    try (ZooKeeper reader = Trees.connect(ensemble.ports(sid).client())) {
      byte[] data = reader.getData(NODE, false, null);
      return new String(data, StandardCharsets.US_ASCII).equals(Long.toString(written));
    } catch (Exception e) {
      return false;
    }
  }

  private List<String> names(long sid, String prefix) throws IOException {
    try (Stream<Path> files = Files.list(ensemble.dataDirectory(sid).resolve("version-2"))) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(name -> name.startsWith(prefix))
          .sorted()
          .toList();
    }
  }
}
