package io.snapkeeper.faults;

import com.fasterxml.jackson.databind.JsonNode;
import com.github.dockerjava.api.DockerClient;
import com.github.dockerjava.api.exception.ConflictException;
import io.snapkeeper.containers.Command;
import io.snapkeeper.containers.ContainerPause;
import io.snapkeeper.containers.ServerContainer;
import io.snapkeeper.ensemble.FourLetterWord;
import io.snapkeeper.ensemble.Waiting;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.testcontainers.DockerClientFactory;

/**
 * One server of a cluster: files on this machine, which outlive its container, and the container in
 * which it runs now. Not thread-safe, except for {@link #mode}, {@link #zxid} and {@link #status}.
 */
final class Node {

  private static final String WRITER_PROGRAM = "snapkeeper-wal";

  /** A server that does not answer in this time is frozen, cut off, or starting. */
  private static final Duration ANSWER = Duration.ofMillis(1_500);

  private final long sid;
  private final boolean observer;
  private final Path root;
  private final Path earlierLog;
  private final List<Instant> earlierEnds = new ArrayList<>();
  private volatile ServerContainer container;
  private volatile boolean paused;

  /**
   * @param root for its files; has the directories data and datalog
   * @param earlierLog file for the logs of containers that are gone
   */
  Node(long sid, boolean observer, Path root, Path earlierLog) {
    this.sid = sid;
    this.observer = observer;
    this.root = root;
    this.earlierLog = earlierLog;
  }

  private static DockerClient docker() {
    return DockerClientFactory.instance().client();
  }

  long sid() {
    return sid;
  }

  boolean isObserver() {
    return observer;
  }

  Path root() {
    return root;
  }

  /** Starts it in a new container, in place of the one that it had. */
  void startIn(Supplier<ServerContainer> made) {
    if (container != null) {
      keepLog();
      latestEnd().ifPresent(earlierEnds::add);
      container.stop();
    }
    container = made.get();
    container.start();
  }

  /** Removes its container; the files stay. */
  void remove() {
    if (container != null) {
      container.stop();
    }
  }

  String clientAddress() {
    return container.clientAddress();
  }

  /** The main process of its container, which is the server, by this machine's number. */
  long pid() {
    Long pid = container.getCurrentContainerInfo().getState().getPidLong();
    if (pid == null || pid == 0) {
      throw new IllegalStateException("server " + sid + " does not run");
    }
    return pid;
  }

  boolean isRunning() {
    return container != null && container.isRunning();
  }

  /** When its processes ended, killed ones too, by the engine's clock. */
  List<Instant> ends() {
    List<Instant> ends = new ArrayList<>(earlierEnds);
    latestEnd().ifPresent(ends::add);
    return ends;
  }

  /** Empty while it runs, and if it has never run. */
  private Optional<Instant> latestEnd() {
    return container == null || container.isRunning()
        ? Optional.empty()
        : Optional.ofNullable(container.getCurrentContainerInfo().getState().getFinishedAt())
            .map(Instant::parse);
  }

  boolean isPaused() {
    return paused;
  }

  /** Its log writer's process; empty if it has none. */
  Optional<Long> writerPid() {
    return ProcessHandle.of(pid()).stream()
        .flatMap(ProcessHandle::children)
        .map(ProcessHandle::pid)
        .filter(Node::isWriter)
        .findFirst();
  }

  /** Whether it runs with a log writer's process, which may be changing just now. */
  boolean hasWriterProcess() {
    return isRunning() && writerPid().isPresent();
  }

  /** By its executable file: it is started through a descriptor, and named after that. */
  private static boolean isWriter(long pid) {
    try {
      return Files.readSymbolicLink(Path.of("/proc/" + pid + "/exe"))
          .toString()
          .contains(WRITER_PROGRAM);
    } catch (IOException e) {
      return false; // has ended
    }
  }

  /** SIGKILL to all of the container, whether paused or not. */
  void kill() {
    try {
      if (isRunning()) {
        container.kill();
      }
    } catch (ConflictException e) {
      // Not if the server has ended by itself meanwhile: its disk may be full.
      if (isRunning()) {
        throw e;
      }
    }
    paused = false;
  }

  /** SIGTERM, and SIGKILL ten seconds later. */
  void stop() {
    docker().stopContainerCmd(container.getContainerId()).withTimeout(10).exec();
  }

  /** Starts the container again after its end; does nothing while it runs. */
  void start() {
    if (!isRunning()) {
      latestEnd().ifPresent(earlierEnds::add);
      docker().startContainerCmd(container.getContainerId()).exec();
    }
  }

  /** Starts it again without anything that it has written; it must not run. */
  void startEmpty() {
    try {
      for (String part : List.of("datalog", "data")) {
        OwnFiles.delete(root.resolve(part).resolve("version-2"));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    start();
  }

  /** Freezes server and log writer. */
  void pause() {
    ContainerPause.pause(container.getContainerId(), this::tail);
    paused = true;
  }

  void thaw() {
    if (paused) {
      docker().unpauseContainerCmd(container.getContainerId()).exec();
      paused = false;
    }
  }

  /** "leader", "follower", "observer"; empty while it does not serve. */
  String mode() {
    return srvr().getOrDefault("Mode", "");
  }

  /** Of the last transaction that it has applied; empty while it does not serve. */
  Optional<Long> zxid() {
    return Optional.ofNullable(srvr().get("Zxid")).map(Long::decode);
  }

  private Map<String, String> srvr() {
    if (container == null || paused) {
      return Map.of();
    }
    String[] address = clientAddress().split(":", -1);
    try {
      return FourLetterWord.parseSrvr(
          FourLetterWord.ask(address[0], Integer.parseInt(address[1]), "srvr", ANSWER));
    } catch (IOException e) {
      return Map.of();
    }
  }

  /** The plugin's status document; empty while it does not answer, or without the plugin. */
  Optional<JsonNode> status() {
    if (container == null || paused) {
      return Optional.empty();
    }
    try {
      JsonNode status = container.admin().get("snapkeeper");
      return status.path("server").isObject() ? Optional.of(status) : Optional.empty();
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /** What its live page shows; empty while it does not answer, or without the plugin. */
  Optional<LivePage> page() {
    if (container == null || paused) {
      return Optional.empty();
    }
    return LivePage.of(container.metricsAddress(), ANSWER);
  }

  /** The status document; waits for it. */
  JsonNode awaitStatus() {
    return Waiting.forValue("status of server " + sid, Cluster.PATIENCE, this::status, this::tail);
  }

  /** What it logged since then, each line with the engine's time before it. */
  String logSince(Instant since) {
    return earlierSince(since) + ofContainer(since);
  }

  private String earlierSince(Instant since) {
    if (!Files.exists(earlierLog)) {
      return "";
    }
    StringBuilder text = new StringBuilder();
    try (var lines = Files.lines(earlierLog)) {
      String from = EngineTime.of(since);
      lines
          .filter(line -> line.compareTo(from) >= 0)
          .forEach(line -> text.append(line).append('\n'));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return text.toString();
  }

  private String ofContainer(Instant since) {
    if (container == null) {
      return "";
    }
    Command.Result logs =
        Host.tryRun(
            "docker",
            "logs",
            "--timestamps",
            "--since",
            since.toString(),
            container.getContainerId());
    return EngineTime.inMillis(logs.output());
  }

  private void keepLog() {
    try {
      Files.writeString(
          earlierLog,
          ofContainer(Instant.EPOCH),
          StandardOpenOption.CREATE,
          StandardOpenOption.APPEND);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The end of its log, for errors. */
  String tail() {
    return "server %d, %s, logged:\n%s"
        .formatted(
            sid,
            isRunning() ? (paused ? "paused" : "running") : "not running",
            Host.tryRun("docker", "logs", "--tail", "25", container.getContainerId()).output());
  }

  @Override
  public String toString() {
    return "server " + sid;
  }
}
