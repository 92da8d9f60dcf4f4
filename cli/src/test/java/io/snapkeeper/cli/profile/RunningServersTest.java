package io.snapkeeper.cli.profile;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunningServersTest {

  private static final String MAIN = "org.apache.zookeeper.server.quorum.QuorumPeerMain";

  @TempDir private Path directory;
  private Path proc;
  private Path data;
  private Path log;

  @BeforeEach
  void directories() throws IOException {
    proc = Files.createDirectories(directory.resolve("proc"));
    data = Files.createDirectories(directory.resolve("data"));
    log = Files.createDirectories(directory.resolve("log"));
  }

  private List<RunningServers.Server> found() throws IOException {
    return new RunningServers(proc).find();
  }

  /** The one server found, with its directories as this process names them. */
  private Set<Path> directoriesOf(long pid) throws IOException {
    assertThat(found()).extracting(RunningServers.Server::pid).containsExactly(pid);
    Set<Path> real = new TreeSet<>();
    for (Path path : found().get(0).directories()) {
      real.add(path.toRealPath());
    }
    return real;
  }

  private void config(String text) throws IOException {
    Files.writeString(directory.resolve("zoo.cfg"), text);
  }

  @Test
  void aServersDirectoriesAreInItsConfiguration() throws Exception {
    config("tickTime=2000\ndataDir=/data\ndataLogDir=/log\n");
    FakeProcess.of(proc, 12, "java", "-Xmx1g", "-cp", "lib/*", MAIN, "/zoo.cfg");
    FakeProcess.of(proc, 13, "java", "-jar", "other.jar", "/zoo.cfg");
    Files.createDirectories(proc.resolve("sys"));
    assertThat(directoriesOf(12)).containsExactlyInAnyOrder(data.toRealPath(), log.toRealPath());
  }

  @Test
  void pathsAreThoseOfTheServer() throws Exception {
    config("dataDir=data\n");
    FakeProcess.of(proc, 12, "java", MAIN, "zoo.cfg").in(directory);
    assertThat(directoriesOf(12)).containsExactly(data.toRealPath());
  }

  @Test
  void aServerWithoutConfigurationNamesItsDirectory() throws Exception {
    FakeProcess.of(
        proc, 12, "java", "org.apache.zookeeper.server.ZooKeeperServerMain", "2181", "/data");
    assertThat(directoriesOf(12)).containsExactly(data.toRealPath());
  }

  @Test
  void anEmbeddedServerIsFoundByItsFiles() throws Exception {
    Path version = Files.createDirectories(data.resolve("version-2"));
    // As the process sees it, in its own root.
    Path open = Path.of("/data/version-2/log.10000002f");
    FakeProcess.of(proc, 12, "java", "-jar", "broker.jar").withOpen(3, open);
    FakeProcess.of(proc, 13, "less", "log.txt").withOpen(3, Path.of("/data/log.txt"));
    assertThat(directoriesOf(12)).containsExactly(version.toRealPath());
  }

  @Test
  void aServerThatKeepsItsConfigurationToItselfHasNoDirectories() throws Exception {
    FakeProcess.of(proc, 12, "java", MAIN, "/none.cfg");
    assertThat(found()).containsExactly(new RunningServers.Server(12, Set.of()));
  }

  @Test
  void thisProcessIsNotOneOfThem() throws Exception {
    config("dataDir=/data\n");
    FakeProcess.of(proc, ProcessHandle.current().pid(), "java", MAIN, "/zoo.cfg");
    assertThat(found()).isEmpty();
    assertThat(new RunningServers(directory.resolve("no-proc")).find()).isEmpty();
  }
}
