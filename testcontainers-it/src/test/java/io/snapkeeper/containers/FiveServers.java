package io.snapkeeper.containers;

import com.fasterxml.jackson.databind.JsonNode;
import io.snapkeeper.ensemble.Clients;
import io.snapkeeper.ensemble.OpenLoopLoad;
import io.snapkeeper.ensemble.SnapshotTimeline;
import io.snapkeeper.ensemble.TreeLoader;
import io.snapkeeper.ensemble.Waiting;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.curator.framework.CuratorFramework;
import org.testcontainers.containers.Network;
import org.testcontainers.lifecycle.Startables;

/** Five servers in containers, with what the tests ask them. Not thread-safe. */
final class FiveServers implements AutoCloseable {

  static final int SERVERS = 5;
  static final Duration PATIENCE = Duration.ofSeconds(90);

  private static final int WRITES_PER_SECOND = 300;
  private static final int WRITE_BYTES = 256;
  private static final int OUTSTANDING_MAX = 10_000;

  /** So much that a snapshot lasts long enough to be seen, and little enough for small heaps. */
  private static final TreeLoader TREE = new TreeLoader("/tree", 16L * 1024 * 1024, 4 * 1024);

  private final Network clientNetwork = Network.newNetwork();
  // Internal: without a gateway, so that published ports always go over the other network.
  private final Network quorumNetwork =
      Network.builder().createNetworkCmdModifier(command -> command.withInternal(true)).build();
  private final SortedMap<Long, ServerContainer> servers = new TreeMap<>();
  private final Path logs;

  /**
   * Starts five servers and loads the tree.
   *
   * @param configuration lines for zoo.cfg, without blanks
   * @param logs directory for copies of the servers' logs
   */
  FiveServers(String image, java.util.List<String> configuration, Path logs) {
    this.logs = logs;
    for (long sid = 1; sid <= SERVERS; sid++) {
      servers.put(
          sid,
          new ServerContainer(image, sid, SERVERS, configuration, clientNetwork, quorumNetwork));
    }
    try {
      Startables.deepStart(servers.values()).join();
      awaitFast(SERVERS);
      try (CuratorFramework client = Clients.connect(addresses(), 0)) {
        Clients.awaitConnected(client, PATIENCE);
        TREE.load(client, 1, nodes -> {});
      }
    } catch (RuntimeException e) {
      close();
      throw e;
    }
  }

  ServerContainer server(long sid) {
    return servers.get(sid);
  }

  /** No longer asked and not expected to do anything; stopped at the end with the others. */
  void kill(long sid) {
    servers.get(sid).kill();
  }

  private java.util.List<String> addresses() {
    return servers.values().stream().map(ServerContainer::clientAddress).toList();
  }

  /** Writes to the tree's nodes at a fixed rate, over one client for each server. */
  OpenLoopLoad startLoad() {
    return OpenLoopLoad.start(
        new OpenLoopLoad.Plan(
            addresses(),
            WRITES_PER_SECOND,
            WRITE_BYTES,
            SERVERS,
            OUTSTANDING_MAX,
            false,
            k -> TREE.path(k % TREE.nodes())));
  }

  /** The status document of a server, or empty while it does not answer. */
  Optional<JsonNode> status(long sid) {
    try {
      JsonNode status = servers.get(sid).admin().get("snapkeeper");
      return status.path("server").isObject() ? Optional.of(status) : Optional.empty();
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /** The status of the leader that schedules; waits until there is one. */
  JsonNode leader() {
    return Waiting.forValue("a leader that schedules", PATIENCE, this::findLeader, this::describe);
  }

  private Optional<JsonNode> findLeader() {
    for (ServerContainer server : servers.values()) {
      if (server.isRunning()) {
        Optional<JsonNode> status = status(server.sid());
        if (status.isPresent()
            && status.get().path("server").path("role").asText().equals("leader")
            && status.get().path("scheduler").isObject()) {
          return status;
        }
      }
    }
    return Optional.empty();
  }

  /** Waits until the leader counts on so many members. */
  void awaitFast(int members) {
    Waiting.until(
        members + " fast members",
        PATIENCE,
        () -> {
          Optional<JsonNode> leader = findLeader();
          return leader.isPresent() && membersIn(leader.get(), "fast") >= members;
        },
        this::describe);
  }

  private static int membersIn(JsonNode leader, String state) {
    int count = 0;
    for (JsonNode member : leader.path("scheduler").path("members")) {
      count += member.path("state").asText().equals(state) ? 1 : 0;
    }
    return count;
  }

  /** The state in which the leader sees a member; empty while there is no leader. */
  String stateOf(long sid) {
    Optional<JsonNode> leader = findLeader();
    if (leader.isPresent()) {
      for (JsonNode member : leader.get().path("scheduler").path("members")) {
        if (member.path("sid").asLong() == sid) {
          return member.path("state").asText();
        }
      }
    }
    return "";
  }

  /** One of a server's counters; waits until it answers. */
  long counter(long sid, String name) {
    return Waiting.forValue("status of server " + sid, PATIENCE, () -> status(sid), this::describe)
        .path("server")
        .path("counters")
        .path(name)
        .asLong(-1);
  }

  /** A copy of the servers' logs as they are now. */
  Map<Long, Path> copyLogs() {
    Map<Long, Path> copies = new TreeMap<>();
    for (ServerContainer server : servers.values()) {
      try {
        copies.put(
            server.sid(),
            Files.writeString(logs.resolve("zoo" + server.sid() + ".log"), server.getLogs()));
      } catch (IOException e) {
        throw new java.io.UncheckedIOException(e);
      }
    }
    return copies;
  }

  /** When which server snapshotted, from all logs. */
  SnapshotTimeline timeline() {
    Instant now = Instant.now();
    return SnapshotTimeline.ofLogs(copyLogs(), now);
  }

  /** Every running server's status and the end of its log, for errors. */
  String describe() {
    StringBuilder text = new StringBuilder();
    for (ServerContainer server : servers.values()) {
      text.append("\nserver ").append(server.sid()).append(": ");
      if (!server.isRunning()) {
        text.append("not running");
        continue;
      }
      text.append(status(server.sid()).map(JsonNode::toString).orElse("no answer"));
      String log = server.getLogs();
      text.append('\n').append(log.substring(Math.max(0, log.length() - 2_000)));
    }
    return text.toString();
  }

  @Override
  public void close() {
    servers.values().parallelStream().forEach(ServerContainer::stop);
    clientNetwork.close();
    quorumNetwork.close();
  }
}
