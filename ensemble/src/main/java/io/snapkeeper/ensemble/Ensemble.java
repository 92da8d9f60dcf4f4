package io.snapkeeper.ensemble;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryMXBean;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import javax.management.remote.JMXConnector;

/**
 * A ZooKeeper ensemble of separate JVMs on 127.0.0.1, under a directory of its own.
 *
 * <p>{@link #close} kills every server and removes the directory (unless it is to be kept); a
 * shutdown hook does the same should the harness's JVM end before. Thread-safe, but one server
 * should be started and stopped by one thread at a time.
 */
public final class Ensemble implements AutoCloseable {

  /**
   * Ends the line that a server's {@link #logFile} gets when it was stopped or killed: whatever was
   * in progress then has no other end there.
   */
  public static final String PROCESS_ENDED = "The server's process has ended";

  private static final String PREFIX = "snapkeeper-ensemble-";
  private static final Duration ASK_TIMEOUT = Duration.ofSeconds(2);

  private static final Duration MNTR_PATIENCE = Duration.ofSeconds(60);

  /** The first request makes the server load its classes for HTTP, seconds on a busy machine. */
  private static final Duration ADMIN_TIMEOUT = Duration.ofSeconds(10);

  private static final Duration STOP_PATIENCE = Duration.ofSeconds(10);

  private final EnsembleSpec spec;
  private final Path directory;
  private final SortedMap<Long, ServerProcess> servers = new TreeMap<>();
  private final PortReservation reservation = new PortReservation();
  private final AtomicBoolean closed = new AtomicBoolean();
  private final Thread shutdownHook = new Thread(this::killAndDelete, "ensemble-shutdown");

  /**
   * Prepares the ensemble's directory and ports; {@link #start} starts the servers.
   *
   * @throws EnsembleException if the directory cannot be made or a jar is missing
   */
  public Ensemble(EnsembleSpec spec) {
    this.spec = spec;
    spec.servers().forEach(server -> spec.libraries().classPath(server.line()));
    try {
      if (spec.directory().isPresent()) {
        Path parent = Files.createDirectories(spec.directory().get().toAbsolutePath());
        this.directory = Files.createTempDirectory(parent, PREFIX);
      } else {
        this.directory = Files.createTempDirectory(PREFIX);
      }
      Map<Long, ServerPorts> ports = new LinkedHashMap<>();
      for (ServerSpec server : spec.servers()) {
        ports.put(
            server.sid(),
            new ServerPorts(
                reservation.next(), reservation.next(), reservation.next(), reservation.next()));
      }
      Map<String, String> config = EnsembleConfig.lines(spec, ports);
      for (ServerSpec server : spec.servers()) {
        Path home = Files.createDirectories(directory.resolve("server-" + server.sid()));
        servers.put(
            server.sid(),
            new ServerProcess(
                home,
                server,
                ports.get(server.sid()),
                spec.libraries(),
                spec.heapMegabytes(),
                config,
                spec.classArchives()));
      }
    } catch (IOException e) {
      throw new EnsembleException("cannot make the ensemble's directory: " + e.getMessage(), e);
    }
    Runtime.getRuntime().addShutdownHook(shutdownHook);
  }

  /** Starts all servers that do not run and waits until each serves. */
  public void start(Duration timeout) {
    for (long sid : servers.keySet()) {
      if (!isRunning(sid)) {
        launch(sid);
      }
    }
    awaitAllServing(timeout);
  }

  /** Starts one server without waiting. */
  public void launch(long sid) {
    if (closed.get()) {
      throw new IllegalStateException("the ensemble is closed");
    }
    reservation.release();
    server(sid).start();
    if (closed.get()) {
      // close() may have swept the servers before this one was there to be seen.
      server(sid).kill();
    }
  }

  /** Starts one server and waits until it serves. */
  public void start(long sid, Duration timeout) {
    launch(sid);
    awaitServing(sid, timeout);
  }

  /** Ends a server as an operator does (SIGTERM). */
  public void stop(long sid) {
    server(sid).stop(STOP_PATIENCE);
  }

  /** Ends a server without warning (SIGKILL). */
  public void kill(long sid) {
    server(sid).kill();
  }

  /**
   * Ends all servers without warning (SIGKILL), before any of them notices that another is gone.
   */
  public void killAll() {
    Map<ServerProcess, Process> dying = new LinkedHashMap<>();
    for (ServerProcess server : servers.values()) {
      Process process = server.sendKill();
      if (process != null) {
        dying.put(server, process);
      }
    }
    dying.forEach(ServerProcess::awaitKilled);
  }

  /** Freezes a server (SIGSTOP): its connections stay, but it does nothing. */
  public void freeze(long sid) {
    server(sid).signal("STOP");
  }

  /** Lets a frozen server go on (SIGCONT). */
  public void thaw(long sid) {
    server(sid).signal("CONT");
  }

  /** Stops a server, changes what it is, starts it, and waits until it serves. */
  public void restart(long sid, UnaryOperator<ServerSpec> change, Duration timeout) {
    stop(sid);
    respecify(sid, change);
    start(sid, timeout);
  }

  /**
   * Changes what a stopped server is from its next start on.
   *
   * @throws IllegalStateException while it runs
   */
  public void respecify(long sid, UnaryOperator<ServerSpec> change) {
    ServerProcess server = server(sid);
    server.respecify(change.apply(server.spec()));
  }

  /** Waits until every running server serves. */
  public void awaitAllServing(Duration timeout) {
    long deadline = System.nanoTime() + timeout.toNanos();
    for (long sid : servers.keySet()) {
      if (isRunning(sid)) {
        awaitServing(sid, Duration.ofNanos(Math.max(0, deadline - System.nanoTime())));
      }
    }
  }

  /**
   * Waits until a server answers as leader, follower or observer.
   *
   * @throws EnsembleException at the deadline or when its process ends, with the tail of its log
   */
  public void awaitServing(long sid, Duration timeout) {
    Waiting.forValue(
        "server " + sid + " to serve",
        timeout,
        () -> {
          if (!isRunning(sid)) {
            throw new IllegalStateException("its process has ended");
          }
          return mode(sid);
        },
        () -> "log of server " + sid + ":\n" + server(sid).logTail());
  }

  /** Waits until one running server leads, and returns its id. */
  public long awaitLeader(Duration timeout) {
    return Waiting.forValue(
        "a leader",
        timeout,
        () -> {
          OptionalLong leader = leader();
          return leader.isPresent() ? Optional.of(leader.getAsLong()) : Optional.<Long>empty();
        },
        () ->
            servers.keySet().stream()
                .map(sid -> sid + "=" + (isRunning(sid) ? mode(sid).orElse("silent") : "down"))
                .collect(Collectors.joining(" ")));
  }

  /** The server that says it leads, if any does. */
  public OptionalLong leader() {
    return servers.keySet().stream()
        .filter(sid -> isRunning(sid) && mode(sid).filter("leader"::equals).isPresent())
        .mapToLong(Long::longValue)
        .findFirst();
  }

  /** "leader", "follower" or "observer" by the server's own word; empty if it does not serve. */
  public Optional<String> mode(long sid) {
    return Optional.ofNullable(srvr(sid).get("Mode"));
  }

  /** The figures of {@code srvr}; empty if the server does not answer. */
  public Map<String, String> srvr(long sid) {
    return FourLetterWord.parseSrvr(ask(sid, "srvr"));
  }

  /**
   * The figures of {@code mntr}. On a busy machine an answer may come late, or between two leaders
   * not at all: it is asked for again.
   *
   * @throws EnsembleException if none has come after a minute
   */
  public Map<String, String> mntr(long sid) {
    return Waiting.forValue(
        "server " + sid + " to answer mntr",
        MNTR_PATIENCE,
        () -> {
          Map<String, String> figures = FourLetterWord.parseMntr(ask(sid, "mntr"));
          return figures.isEmpty() ? Optional.empty() : Optional.of(figures);
        },
        () -> server(sid).logTail());
  }

  private String ask(long sid, String word) {
    try {
      return FourLetterWord.ask("127.0.0.1", server(sid).ports().client(), word, ASK_TIMEOUT);
    } catch (IOException e) {
      return "";
    }
  }

  public boolean isRunning(long sid) {
    return server(sid).isRunning();
  }

  /** All server ids, ascending. */
  public List<Long> sids() {
    return List.copyOf(servers.keySet());
  }

  /** The ids of those with a vote, ascending. */
  public List<Long> voters() {
    return servers.values().stream()
        .map(ServerProcess::spec)
        .filter(server -> !server.observer())
        .map(ServerSpec::sid)
        .toList();
  }

  /** All servers, for a client. */
  public String connectString() {
    return String.join(",", addresses());
  }

  /** "127.0.0.1:port" of each server, by ascending id. */
  public List<String> addresses() {
    return servers.keySet().stream().map(this::address).toList();
  }

  public String address(long sid) {
    return "127.0.0.1:" + server(sid).ports().client();
  }

  public ServerPorts ports(long sid) {
    return server(sid).ports();
  }

  public ServerSpec serverSpec(long sid) {
    return server(sid).spec();
  }

  public AdminClient admin(long sid) {
    return new AdminClient("127.0.0.1", server(sid).ports().admin(), ADMIN_TIMEOUT);
  }

  /** JMX of a running server, by attaching to it; the caller closes it. */
  public JMXConnector jmx(long sid) throws IOException {
    return LocalJmx.connect(pid(sid));
  }

  /**
   * Lets each running server collect its garbage, all of it: what is left is where it is on a
   * server that has run for long. Otherwise its first collection, which copies the tree, stops it
   * for seconds at any moment.
   *
   * @throws EnsembleException if a server cannot be attached to
   */
  public void collectGarbage() {
    for (long sid : servers.keySet()) {
      if (isRunning(sid)) {
        try (JMXConnector connector = jmx(sid)) {
          ManagementFactory.newPlatformMXBeanProxy(
                  connector.getMBeanServerConnection(),
                  ManagementFactory.MEMORY_MXBEAN_NAME,
                  MemoryMXBean.class)
              .gc();
        } catch (IOException e) {
          throw new EnsembleException(
              "cannot reach server " + sid + " by JMX: " + e.getMessage(), e);
        }
      }
    }
  }

  public long pid(long sid) {
    return server(sid).pid();
  }

  /** The ensemble's own directory. */
  public Path directory() {
    return directory;
  }

  /** dataDir, whose version-2 holds snapshots and logs. */
  public Path dataDirectory(long sid) {
    return server(sid).dataDirectory();
  }

  /** Everything the server has written to its console since the ensemble was made. */
  public Path logFile(long sid) {
    return server(sid).logFile();
  }

  /** The last lines of {@link #logFile}. */
  public String logTail(long sid) {
    return server(sid).logTail();
  }

  public EnsembleSpec spec() {
    return spec;
  }

  private ServerProcess server(long sid) {
    ServerProcess server = servers.get(sid);
    if (server == null) {
      throw new IllegalArgumentException("no server " + sid + "; there are " + servers.keySet());
    }
    return server;
  }

  /** Kills every server and removes the directory unless it is kept. Idempotent. */
  @Override
  public void close() {
    killAndDelete();
    try {
      Runtime.getRuntime().removeShutdownHook(shutdownHook);
    } catch (IllegalStateException e) {
      // The JVM is going down and the hook runs: it finds nothing left to do.
    }
  }

  private void killAndDelete() {
    // Both callers may come at once: the second waits, so that it too returns to a clean machine.
    synchronized (closed) {
      if (closed.getAndSet(true)) {
        return;
      }
      List<Process> dying = new ArrayList<>();
      for (ServerProcess server : servers.values()) {
        Process process = server.sendKill();
        if (process != null) {
          dying.add(process);
        }
      }
      for (Process process : dying) {
        try {
          if (process.waitFor(10, TimeUnit.SECONDS)) {
            LocalJmx.forget(process.pid());
          }
        } catch (InterruptedException e) {
          Thread.currentThread().interrupt();
        }
      }
      reservation.close();
      if (!spec.keepFiles()) {
        servers.values().stream()
            .map(ServerProcess::dataDirectory)
            .filter(data -> !data.startsWith(directory) && Files.exists(data))
            .forEach(Ensemble::deleteTree);
        deleteTree(directory);
      }
    }
  }

  private static void deleteTree(Path root) {
    try {
      Files.walkFileTree(
          root,
          new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
                throws IOException {
              Files.deleteIfExists(file);
              return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult postVisitDirectory(Path dir, IOException failure)
                throws IOException {
              Files.deleteIfExists(dir);
              return FileVisitResult.CONTINUE;
            }
          });
    } catch (NoSuchFileException e) {
      // Somebody else removed it first.
    } catch (IOException e) {
      throw new UncheckedIOException("cannot remove " + root, e);
    }
  }
}
