package io.snapkeeper.agent;

import static org.assertj.core.api.Assertions.assertThat;

import io.snapkeeper.core.member.MemberMode;
import io.snapkeeper.ensemble.ServerLibraries.Line;
import io.snapkeeper.zk.member.Faults;
import io.snapkeeper.zk.purge.DeferredPurges;
import io.snapkeeper.zk.purge.PurgeFigures;
import io.snapkeeper.zk.purge.PurgeHook;
import java.io.File;
import java.io.IOException;
import java.lang.reflect.Constructor;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.zookeeper.server.DataTree;
import org.apache.zookeeper.server.persistence.FileSnap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The purge tasks of both ZooKeepers, with the agent's advice in them. */
class PurgeTaskAdviceTest {

  private static final String TASK = "org.apache.zookeeper.server.DatadirCleanupManager$PurgeTask";

  private static final int KEPT = 3;

  @TempDir Path directory;

  private final Faults faults = new Faults();
  private final DeferredPurges server =
      new DeferredPurges(1, () -> MemberMode.SCHEDULED, () -> false, List.of(), faults);

  @AfterEach
  void leaveNoServer() {
    PurgeHook.remove(server);
  }

  @ParameterizedTest
  @EnumSource(Line.class)
  void withoutAServerItPurgesAtOnce(Line line) throws Exception {
    writeSnapshots(5);

    task(line).run();

    assertThat(snapshots()).containsExactly("snapshot.3", "snapshot.4", "snapshot.5");
  }

  @ParameterizedTest
  @EnumSource(Line.class)
  void inScheduledModeItPurgesAtTheEndOfTheSlot(Line line) throws Exception {
    PurgeHook.add(server);
    writeSnapshots(5);

    task(line).run();
    assertThat(snapshots()).hasSize(5);
    CompletableFuture<Void> givenBack = new CompletableFuture<>();
    server.slotEnds(() -> givenBack.complete(null));
    givenBack.get(20, TimeUnit.SECONDS);

    assertThat(snapshots()).containsExactly("snapshot.3", "snapshot.4", "snapshot.5");
    assertThat(server.figures()).isEqualTo(new PurgeFigures(false, 1, 1, 0));
    assertThat(faults.count()).isZero();
  }

  @ParameterizedTest
  @EnumSource(Line.class)
  void whereThePluginIsNotSeenItPurgesAtOnce(Line line) throws Exception {
    PurgeHook.add(server);
    writeSnapshots(5);

    task(AdvisedClasses.withoutPlugin(line, AdviceTransformer.ofPurgeTask())).run();

    assertThat(snapshots()).containsExactly("snapshot.3", "snapshot.4", "snapshot.5");
    assertThat(server.figures()).isEqualTo(new PurgeFigures(false, 0, 0, 0));
  }

  private void writeSnapshots(int count) throws IOException {
    File folder = Files.createDirectories(directory.resolve("version-2")).toFile();
    for (int zxid = 1; zxid <= count; zxid++) {
      FileSnap snap = new FileSnap(folder);
      snap.serialize(
          new DataTree(), new ConcurrentHashMap<>(), new File(folder, "snapshot." + zxid), false);
    }
  }

  private List<String> snapshots() throws IOException {
    try (Stream<Path> files = Files.list(directory.resolve("version-2"))) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }

  private Runnable task(Line line) throws Exception {
    return task(AdvisedClasses.of(line, AdviceTransformer.ofPurgeTask()));
  }

  private Runnable task(ClassLoader loader) throws Exception {
    Constructor<?> constructor =
        loader.loadClass(TASK).getConstructor(File.class, File.class, int.class);
    constructor.setAccessible(true);
    return (Runnable) constructor.newInstance(directory.toFile(), directory.toFile(), KEPT);
  }
}
