package io.snapkeeper.zk.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.snapkeeper.ensemble.Ensemble;
import io.snapkeeper.ensemble.ServerLibraries.Line;
import io.snapkeeper.ensemble.Waiting;
import io.snapkeeper.testset.TestSet;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** A follower is killed in its slot: the slot ends, the others go on, and it comes back. */
class FollowerKilledIT {

  @RegisterExtension final TestEnsembles ensembles = new TestEnsembles();
  @TempDir Path directory;

  @Test
  void itsSlotEndsAndItComesBack() throws Exception {
    TestSet.assume(false, "a follower killed in its slot");
    SlowSnapshots slow = new SlowSnapshots(directory);
    Ensemble ensemble =
        ensembles.startWithLastLeading(
            slow.on(TestEnsembles.withPlugin(Line.V3_9, 5, 500), Line.V3_9));
    long leader = 5;
    try (AckedWrites writes = new AckedWrites(ensemble, 200, 8);
        SlotWatch watch = new SlotWatch(ensemble)) {
      SlowSnapshots.createNodes(writes.client(), 30);
      // 6 s a snapshot, so that the one which is seen still runs at the kill, on any host.
      slow.pausePerNode(200);
      JsonNode[] running = new JsonNode[1];
      JsonNode before =
          Status.await(
              ensemble,
              leader,
              "a follower's slot runs",
              TestEnsembles.PATIENCE,
              status -> {
                running[0] = runningFollower(status, leader);
                return running[0] != null;
              });
      long victim = running[0].path("sid").asLong();
      String slot = running[0].path("slot").path("id").asText();
      // It says that it begins before it makes the file.
      Waiting.until(
          "a file of the snapshot in progress",
          TestEnsembles.PATIENCE,
          () -> !partialFiles(ensemble, victim).isEmpty(),
          () -> ensemble.logTail(victim));
      ensemble.kill(victim);
      slow.pausePerNode(10);
      List<String> partial = partialFiles(ensemble, victim);
      assertThat(partial).as("files of a snapshot in progress").isNotEmpty();

      long done = Status.slots(before, "done");
      Status.await(
          ensemble,
          leader,
          "the slot has ended as left, and the others' go on",
          TestEnsembles.PATIENCE,
          status -> Status.slots(status, "left") >= 1 && Status.slots(status, "done") >= done + 3);
      assertThat(PluginEvent.of(ensemble))
          .anySatisfy(
              event -> {
                assertThat(event.what()).isEqualTo("slot ended");
                assertThat(event.slot()).isEqualTo(slot);
                assertThat(event.fields().get("outcome")).isEqualTo("left");
              });

      ensemble.start(victim, TestEnsembles.START_TIMEOUT);
      Status.await(
          ensemble,
          victim,
          "it is back and has had a slot",
          TestEnsembles.PATIENCE,
          status -> Status.counter(status, "scheduledSnapshots") >= 1);
      assertThat(partialFiles(ensemble, victim))
          .as("files of the snapshot that was killed")
          .doesNotContainAnyElementsOf(partial);
      writes.stopWithoutFailure();
      watch.assertSafe();
      writes.assertAllThere(ensemble.ports(victim).client());
    }
  }

  private static List<String> partialFiles(Ensemble ensemble, long sid) {
    try (Stream<Path> files = Files.list(ensemble.dataDirectory(sid).resolve("version-2"))) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(name -> name.endsWith(".partial"))
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static JsonNode runningFollower(JsonNode status, long leader) {
    for (JsonNode member : status.path("scheduler").path("members")) {
      if (member.path("sid").asLong() != leader
          && member.path("slot").path("state").asText().equals("running")) {
        return member;
      }
    }
    return null;
  }
}
