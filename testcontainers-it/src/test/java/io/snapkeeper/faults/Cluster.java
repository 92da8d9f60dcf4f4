package io.snapkeeper.faults;

import com.fasterxml.jackson.databind.JsonNode;
import io.snapkeeper.containers.ServerContainer;
import io.snapkeeper.ensemble.Clients;
import io.snapkeeper.ensemble.PortReservation;
import io.snapkeeper.ensemble.ScratchDirectory;
import io.snapkeeper.ensemble.TreeLoader;
import io.snapkeeper.ensemble.Waiting;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.apache.curator.framework.CuratorFramework;
import org.apache.zookeeper.server.PurgeTxnLog;
import org.testcontainers.containers.Network;

/**
 * Servers in containers that can be killed, frozen, cut off, and started again with other software,
 * each with its files in a directory of this machine. Not thread-safe.
 */
final class Cluster implements AutoCloseable {

  static final Duration PATIENCE = Duration.ofSeconds(60);

  /** Five servers share two cores: the second compiler would take more time than it saves. */
  private static final String JVM_FLAGS = "-XX:+UseSerialGC -XX:TieredStopAtLevel=1 -Xshare:auto";

  private static final String TICK_MILLIS = "500";
  private static final String INIT_TICKS = "10";
  private static final String SYNC_TICKS = "6";
  private static final long SERVER_USER = 1000;

  /** The fewest that ZooKeeper's own purge allows. */
  private static final int SNAPSHOTS_KEPT = 3;

  /** So much that a snapshot can be met while it runs, and little enough to read it again often. */
  private static final TreeLoader TREE = new TreeLoader("/tree", 4L * 1024 * 1024, 4 * 1024);

  private final Path directory;
  private final Network clientNetwork = Network.newNetwork();
  private final QuorumNetwork quorumNetwork = QuorumNetwork.create();
  private final PortReservation ports = new PortReservation();
  private final SortedMap<Long, Node> nodes = new TreeMap<>();
  private final Map<Long, Software> software = new HashMap<>();
  private final Map<Long, Published> published = new HashMap<>();
  private final AlertWatch alerts;

  /** The ports of a server on loopback. */
  private record Published(int client, int admin, int metrics) {}

  /** Where a server's files are: by default beside those of the others. */
  record Placement(Set<Long> observers, Map<Long, Path> roots) {
    static final Placement PLAIN = new Placement(Set.of(), Map.of());
  }

  private Cluster(int servers, Function<Long, Software> software, Placement placement) {
    try {
      directory = Files.createTempDirectory(ScratchDirectory.get(), "snapkeeper-it-faults-");
      for (long sid = 1; sid <= servers; sid++) {
        published.put(sid, new Published(ports.next(), ports.next(), ports.next()));
        this.software.put(sid, software.apply(sid));
        Path root = placement.roots().getOrDefault(sid, directory.resolve("zoo" + sid));
        for (String part : List.of("data", "datalog")) {
          own(Files.createDirectories(root.resolve(part)));
        }
        nodes.put(
            sid,
            new Node(
                sid,
                placement.observers().contains(sid),
                root,
                directory.resolve("earlier" + sid + ".log")));
      }
      alerts = AlertWatch.start(directory.resolve("prometheus"), metricsPorts());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    ports.release();
  }

  private Map<Long, Integer> metricsPorts() {
    Map<Long, Integer> bySid = new TreeMap<>();
    published.forEach((sid, numbers) -> bySid.put(sid, numbers.metrics()));
    return bySid;
  }

  private static void own(Path path) throws IOException {
    Files.setAttribute(path, "unix:uid", (int) SERVER_USER);
    Files.setAttribute(path, "unix:gid", (int) SERVER_USER);
  }

  /** Starts servers 1 to {@code servers} and writes a small tree. */
  static Cluster start(int servers, Function<Long, Software> software, Placement placement) {
    Cluster cluster = new Cluster(servers, software, placement);
    try {
      cluster.startAll(cluster.sids());
      cluster.awaitHealthy();
      cluster.loadTree();
      return cluster;
    } catch (RuntimeException e) {
      cluster.close();
      throw e;
    }
  }

  private void loadTree() {
    try (CuratorFramework client = Clients.connect(addresses(), 0)) {
      Clients.awaitConnected(client, PATIENCE);
      TREE.load(client, 1, loaded -> {});
    }
  }

  private void startAll(Collection<Long> which) {
    Together.forEach(which, sid -> node(sid).startIn(() -> container(sid)));
  }

  private ServerContainer container(long sid) {
    Software runs = ImageArchive.mappedBy(software.get(sid));
    Node node = node(sid);
    Published ports = published.get(sid);
    ServerContainer made =
        new ServerContainer(
                runs.image(),
                sid,
                nodes.size(),
                runs.configuration(),
                clientNetwork,
                quorumNetwork.network())
            .withMembers(members())
            .at(quorumNetwork.addressOf(sid))
            .publishedAt(ports.client(), ports.admin(), ports.metrics())
            .withEnv("ZOO_TICK_TIME", TICK_MILLIS)
            .withEnv("ZOO_INIT_LIMIT", INIT_TICKS)
            .withEnv("ZOO_SYNC_LIMIT", SYNC_TICKS)
            .withEnv("SERVER_JVMFLAGS", JVM_FLAGS + " " + String.join(" ", runs.jvmFlags()))
            .withEnv(runs.environment());
    return made.withFilesIn(
        node.root().resolve("data"), node.root().resolve("datalog"), runs.mounts());
  }

  private String members() {
    return nodes.values().stream()
        .map(node -> ServerContainer.serverLine(node.sid(), node.isObserver()))
        .collect(Collectors.joining(" "));
  }

  private List<Long> sids() {
    return LongStream.rangeClosed(1, nodes.size()).boxed().toList();
  }

  Node node(long sid) {
    return nodes.get(sid);
  }

  List<Node> nodes() {
    return List.copyOf(nodes.values());
  }

  List<Node> nodesBut(Node one) {
    return nodes.values().stream().filter(node -> node != one).toList();
  }

  List<Node> voters() {
    return nodes.values().stream().filter(node -> !node.isObserver()).toList();
  }

  List<Long> voterSids() {
    return voters().stream().map(Node::sid).toList();
  }

  /** What Prometheus says. */
  AlertWatch alerts() {
    return alerts;
  }

  Software software(long sid) {
    return software.get(sid);
  }

  /** Address of a server in the network between the servers. */
  String quorumAddress(long sid) {
    return quorumNetwork.addressOf(sid);
  }

  /** "host:port" of every server for clients on this machine. */
  List<String> addresses() {
    return nodes.values().stream().map(Node::clientAddress).toList();
  }

  /** The server that leads; waits until there is exactly one. */
  Node leader() {
    return Waiting.forValue("a leader", PATIENCE, this::findLeader, this::describe);
  }

  private Optional<Node> findLeader() {
    List<Node> leading = nodes.values().stream().filter(node -> leads(node)).toList();
    return leading.size() == 1 ? Optional.of(leading.get(0)) : Optional.empty();
  }

  private static boolean leads(Node node) {
    return node.mode().equals("leader");
  }

  /** Waits until another server leads, and returns it. The old one may not know of it yet. */
  Node awaitLeaderBut(Node old) {
    return Waiting.forValue(
        "another leader than " + old,
        PATIENCE,
        () -> nodes.values().stream().filter(node -> node != old && leads(node)).findFirst(),
        this::describe);
  }

  /** Voters that follow, the lowest number first: of equals the highest becomes leader. */
  List<Node> followers() {
    Node leader = leader();
    return voters().stream().filter(node -> node != leader).toList();
  }

  /** The status of the leader. */
  Optional<JsonNode> leaderStatus() {
    return findLeader().flatMap(Node::status);
  }

  /** What the leader says of a member; empty while there is no leader that schedules. */
  Optional<JsonNode> memberOf(Node node) {
    Optional<JsonNode> leader = leaderStatus();
    if (leader.isPresent()) {
      for (JsonNode member : leader.get().path("scheduler").path("members")) {
        if (member.path("sid").asLong() == node.sid()) {
          return Optional.of(member);
        }
      }
    }
    return Optional.empty();
  }

  /** Waits until the leader sees a member in this state. */
  void awaitState(Node node, String state) {
    Waiting.until(
        "%s to be %s".formatted(node, state),
        PATIENCE,
        () -> memberOf(node).map(m -> m.path("state").asText()).orElse("").equals(state),
        this::describe);
  }

  /** Waits until every server serves, one of them leads, and it counts on each with the plugin. */
  void awaitHealthy() {
    Waiting.until("a healthy cluster", PATIENCE, this::isHealthy, this::describe);
  }

  /**
   * The same, and starts servers with empty directories, as an operator would, that have ended
   * since then because of what ZooKeeper itself has left in them.
   *
   * @param emptied is told of each of these and how it came
   */
  void awaitHealthy(Instant since, BiConsumer<Node, String> emptied) {
    Waiting.until(
        "a healthy cluster",
        PATIENCE,
        () -> {
          for (Node node : nodes.values()) {
            if (!node.isRunning()) {
              doesNotStartBecause(node, since)
                  .ifPresent(
                      how -> {
                        node.startEmpty();
                        emptied.accept(node, how);
                      });
            }
          }
          return isHealthy();
        },
        this::describe);
  }

  private Optional<String> doesNotStartBecause(Node node, Instant since) {
    String log = node.logSince(since);
    // Where the plugin writes the log it has to end the server: a gap would be its own.
    boolean logIsZooKeepers = software.get(node.sid()).logIsZooKeepers();
    return LeftOutProposal.in(log)
        .map(zxid -> "the leader left out " + zxid)
        .or(
            () ->
                SurvivedCommit.in(log)
                    .filter(zxid -> logIsZooKeepers)
                    .map(zxid -> "a commit of ZooKeeper's own log failed, it went on with " + zxid))
        .or(
            () ->
                UnwrittenEpoch.in(log)
                    .map("it could not write down epoch %d, but logged"::formatted))
        .or(
            () ->
                KilledBeforeEpoch.in(log)
                    .map("it was killed with the tree of epoch %d, before the epoch"::formatted));
  }

  private boolean isHealthy() {
    Optional<Node> leader = findLeader();
    if (leader.isEmpty()) {
      return false;
    }
    for (Node node : nodes.values()) {
      if (node.mode().isEmpty()) {
        return false;
      }
    }
    return !software.get(leader.get().sid()).hasPlugin() || countsOnAll(leader.get());
  }

  private boolean countsOnAll(Node leader) {
    Optional<JsonNode> status = leader.status();
    if (status.isEmpty() || !status.get().path("scheduler").isObject()) {
      return false;
    }
    Set<String> well = Set.of("fast", "snapshotting", "slot-outstanding");
    int counted = 0;
    for (JsonNode member : status.get().path("scheduler").path("members")) {
      boolean plugin = software.get(member.path("sid").asLong()).hasPlugin();
      String state = member.path("state").asText();
      if (plugin ? !well.contains(state) : !state.equals("silent")) {
        return false;
      }
      counted++;
    }
    return counted == nodes.size();
  }

  /** Waits until a server serves. */
  void awaitServing(Node node) {
    Waiting.until(node + " to serve", PATIENCE, () -> !node.mode().isEmpty(), node::tail);
  }

  /** Deletes old snapshots and logs, as an operator's cron job does: they lie in memory here. */
  void purge() throws IOException {
    for (Node node : nodes.values()) {
      PurgeTxnLog.purge(
          node.root().resolve("datalog").toFile(),
          node.root().resolve("data").toFile(),
          SNAPSHOTS_KEPT);
    }
  }

  /** Stops a server and starts it with other software on the same files. */
  void replace(long sid, Software next) {
    node(sid).stop();
    software.put(sid, next);
    node(sid).startIn(() -> container(sid));
  }

  /** Every server's state and the end of its log, for errors. */
  String describe() {
    StringBuilder text = new StringBuilder();
    for (Node node : nodes.values()) {
      text.append("\n").append(node.mode()).append(' ').append(node.tail());
      node.status().ifPresent(status -> text.append(status).append('\n'));
    }
    return text.toString();
  }

  @Override
  public void close() {
    alerts.close();
    Together.forEach(nodes.values(), Node::remove);
    clientNetwork.close();
    quorumNetwork.close();
    ports.close();
    delete(directory);
  }

  private static void delete(Path directory) {
    try (var files = Files.walk(directory)) {
      for (Path file : files.sorted(java.util.Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(file);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
