package io.snapkeeper.ensemble;

import io.snapkeeper.ensemble.ServerLibraries.Line;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.UnaryOperator;

/**
 * What an ensemble is to be: its servers and where they live.
 *
 * @param libraries where the servers' jars are
 * @param servers by server id, in ascending order
 * @param heapMegabytes the largest heap of each server
 * @param tickMillis ZooKeeper's tickTime
 * @param directory where the ensemble's own directory is created; empty for the system's temporary
 *     directory
 * @param keepFiles whether data and logs outlive {@link Ensemble#close}
 * @param classArchives archives that the servers' JVMs map where they have been made; empty for
 *     JVMs started as users start them
 */
public record EnsembleSpec(
    ServerLibraries libraries,
    List<ServerSpec> servers,
    int heapMegabytes,
    int tickMillis,
    Optional<Path> directory,
    boolean keepFiles,
    Optional<ClassArchives> classArchives) {

  public EnsembleSpec {
    servers = List.copyOf(servers);
  }

  /** Starts from five stock 3.9 voters of the checkout in {@code -Dsnapkeeper.repo}. */
  public static Builder builder() {
    return new Builder();
  }

  /** Collects a specification. Not thread-safe. */
  public static final class Builder {
    private ServerLibraries libraries;
    private int voters = 5;
    private int observers;
    private Line line = Line.V3_9;
    private Optional<Path> agentJar = Optional.empty();
    private final Map<String, String> config = new LinkedHashMap<>();
    private final List<String> jvmFlags = new ArrayList<>();
    private final Map<Long, UnaryOperator<ServerSpec>> changes = new TreeMap<>();
    private int heapMegabytes = 192;
    private int tickMillis = 1000;
    private Optional<Path> directory = Optional.empty();
    private boolean keepFiles;
    private Optional<ClassArchives> classArchives = Optional.empty();

    private Builder() {}

    public Builder libraries(ServerLibraries value) {
      libraries = value;
      return this;
    }

    /** Voting servers, ids from 1; 1..15. */
    public Builder voters(int count) {
      voters = requireIn("voters", count, 1, 15);
      return this;
    }

    /** Observers, with the ids after the voters'; 0..15. */
    public Builder observers(int count) {
      observers = requireIn("observers", count, 0, 15);
      return this;
    }

    /** The release line of every server that {@link #server} does not change. */
    public Builder line(Line value) {
      line = value;
      return this;
    }

    /** The agent of every server that {@link #server} does not change. */
    public Builder agent(Path jar) {
      agentJar = Optional.of(jar);
      return this;
    }

    /** A line of zoo.cfg for every server. */
    public Builder config(String key, String value) {
      config.put(key, value);
      return this;
    }

    /** A flag of every server's JVM. */
    public Builder jvmFlag(String flag) {
      jvmFlags.add(flag);
      return this;
    }

    /**
     * Servers that live for seconds: they compile with the first compiler only, as they would not
     * pay back the second one's time.
     */
    public Builder shortLived() {
      return jvmFlag(ClassArchives.FIRST_COMPILER_ONLY);
    }

    /** A change to one server, applied after everything that holds for all. */
    public Builder server(long sid, UnaryOperator<ServerSpec> change) {
      changes.merge(sid, change, (first, second) -> spec -> second.apply(first.apply(spec)));
      return this;
    }

    /** The data directories of servers 1, 2, ... are made in these, in order. */
    public Builder dataParents(List<Path> parents) {
      for (int i = 0; i < parents.size(); i++) {
        Path parent = parents.get(i);
        server(i + 1L, server -> server.withDataParent(parent));
      }
      return this;
    }

    /** Largest heap per server in MiB, 32..16384. */
    public Builder heapMegabytes(int value) {
      heapMegabytes = requireIn("heapMegabytes", value, 32, 16_384);
      return this;
    }

    /** tickTime in milliseconds, 100..10000. */
    public Builder tickMillis(int value) {
      tickMillis = requireIn("tickMillis", value, 100, 10_000);
      return this;
    }

    /** Where to create the ensemble's own directory. */
    public Builder directory(Path parent) {
      directory = Optional.of(parent);
      return this;
    }

    public Builder keepFiles(boolean value) {
      keepFiles = value;
      return this;
    }

    /** Archives for the servers' JVMs to map; see {@link ClassArchives#prepare}. */
    public Builder classArchives(ClassArchives value) {
      classArchives = Optional.of(value);
      return this;
    }

    /**
     * @throws IllegalArgumentException if a changed server is not among the voters and observers
     */
    public EnsembleSpec build() {
      ServerLibraries jars = libraries != null ? libraries : ServerLibraries.fromSystemProperty();
      List<ServerSpec> servers = new ArrayList<>();
      for (long sid = 1; sid <= voters + observers; sid++) {
        ServerSpec server =
            new ServerSpec(sid, sid > voters, line, agentJar, config, jvmFlags, Optional.empty());
        servers.add(changes.getOrDefault(sid, UnaryOperator.identity()).apply(server));
      }
      for (long sid : changes.keySet()) {
        if (sid < 1 || sid > servers.size()) {
          throw new IllegalArgumentException(
              "server " + sid + " is changed, but the ids are 1.." + servers.size());
        }
      }
      return new EnsembleSpec(
          jars, servers, heapMegabytes, tickMillis, directory, keepFiles, classArchives);
    }

    private static int requireIn(String name, int value, int min, int max) {
      if (value < min || value > max) {
        throw new IllegalArgumentException(
            name + " is " + value + "; allowed are " + min + ".." + max);
      }
      return value;
    }
  }
}
