package io.snapkeeper.ensemble;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** One server of an ensemble: its files and its JVM. Thread-safe. */
final class ServerProcess {

  private static final String LOGBACK =
      """
      <configuration>
        <appender name="CONSOLE" class="ch.qos.logback.core.ConsoleAppender">
          <encoder>
            <pattern>%d{yyyy-MM-dd'T'HH:mm:ss.SSS'Z',UTC} [%t] %-5level %logger{36} - %msg%n</pattern>
          </encoder>
        </appender>
        <root level="INFO">
          <appender-ref ref="CONSOLE"/>
        </root>
      </configuration>
      """;

  /** Enough of a log to see why a server does not serve. */
  private static final int TAIL_BYTES = 4_000;

  private static final int TAIL_LINES = 12;

  private final Path directory;
  private final ServerPorts ports;
  private final ServerLibraries libraries;
  private final int heapMegabytes;
  private final Map<String, String> ensembleConfig;
  private final Optional<ClassArchives> classArchives;

  private ServerSpec spec;
  private boolean configChanged = true;
  private Process process;

  /**
   * @param ensembleConfig the lines of zoo.cfg that every server has
   */
  ServerProcess(
      Path directory,
      ServerSpec spec,
      ServerPorts ports,
      ServerLibraries libraries,
      int heapMegabytes,
      Map<String, String> ensembleConfig,
      Optional<ClassArchives> classArchives) {
    this.directory = directory;
    this.spec = spec;
    this.ports = ports;
    this.libraries = libraries;
    this.heapMegabytes = heapMegabytes;
    this.ensembleConfig = Map.copyOf(ensembleConfig);
    this.classArchives = classArchives;
  }

  synchronized ServerSpec spec() {
    return spec;
  }

  /**
   * Changes what the server is from its next start on.
   *
   * @throws IllegalStateException while it runs
   */
  synchronized void respecify(ServerSpec changed) {
    if (isRunning()) {
      throw new IllegalStateException("server " + spec.sid() + " is running; stop it first");
    }
    if (changed.sid() != spec.sid()) {
      throw new IllegalArgumentException(
          "server " + spec.sid() + " cannot become server " + changed.sid());
    }
    configChanged |=
        !changed.config().equals(spec.config()) || changed.observer() != spec.observer();
    spec = changed;
  }

  ServerPorts ports() {
    return ports;
  }

  Path directory() {
    return directory;
  }

  synchronized Path dataDirectory() {
    // Ensembles may share a parent, one after the other: the name is the ensemble's and the
    // server's.
    String name = directory.getParent().getFileName() + "-" + directory.getFileName();
    return spec.dataParent()
        .map(parent -> parent.resolve(name))
        .orElseGet(() -> directory.resolve("data"));
  }

  Path logFile() {
    return directory.resolve("server.log");
  }

  synchronized boolean isRunning() {
    return process != null && process.isAlive();
  }

  synchronized long pid() {
    if (!isRunning()) {
      throw new IllegalStateException("server " + spec.sid() + " is not running");
    }
    return process.pid();
  }

  synchronized void start() {
    if (isRunning()) {
      throw new IllegalStateException("server " + spec.sid() + " is already running");
    }
    try {
      writeFiles();
      ProcessBuilder builder = new ProcessBuilder(commandLine());
      builder.directory(directory.toFile());
      // A stray SERVER_JVMFLAGS is zkServer.sh's business, but the JVM itself reads these two.
      builder.environment().keySet().removeAll(List.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS"));
      builder.redirectErrorStream(true);
      builder.redirectOutput(ProcessBuilder.Redirect.appendTo(logFile().toFile()));
      process = builder.start();
      process.getOutputStream().close();
    } catch (IOException e) {
      throw new EnsembleException("cannot start server " + spec.sid() + ": " + e.getMessage(), e);
    }
  }

  private void writeFiles() throws IOException {
    Path data = Files.createDirectories(dataDirectory());
    Files.writeString(data.resolve("myid"), spec.sid() + "\n", StandardCharsets.UTF_8);
    Files.writeString(directory.resolve("logback.xml"), LOGBACK, StandardCharsets.UTF_8);
    // Once started with reconfigEnabled, ZooKeeper keeps the membership in files that zoo.cfg
    // names:
    // then an unchanged server must find the zoo.cfg that ZooKeeper has rewritten.
    if (configChanged) {
      StringBuilder text = new StringBuilder();
      config().forEach((key, value) -> text.append(key).append('=').append(value).append('\n'));
      Files.writeString(directory.resolve("zoo.cfg"), text, StandardCharsets.UTF_8);
      configChanged = false;
    }
  }

  private Map<String, String> config() {
    Map<String, String> lines = new LinkedHashMap<>();
    lines.put("dataDir", dataDirectory().toString());
    lines.put("admin.serverAddress", "127.0.0.1");
    lines.put("admin.serverPort", Integer.toString(ports.admin()));
    if (spec.observer()) {
      lines.put("peerType", "observer");
    }
    lines.putAll(ensembleConfig);
    lines.putAll(spec.config());
    return lines;
  }

  private List<String> commandLine() {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("-Xms32m");
    command.add("-Xmx" + heapMegabytes + "m");
    // Five JVMs share a few cores: collectors with threads of their own only get in the way.
    command.add("-XX:+UseSerialGC");
    command.add("-XX:+ExitOnOutOfMemoryError");
    command.add("-Djava.net.preferIPv4Stack=true");
    command.add("-Djava.awt.headless=true");
    command.add("-Dlogback.configurationFile=" + directory.resolve("logback.xml"));
    command.addAll(FurtherJvmFlags.get());
    spec.agentJar().ifPresent(jar -> command.add("-javaagent:" + jar));
    command.addAll(spec.jvmFlags());
    command.addAll(
        classArchives
            .flatMap(archives -> archives.flags(libraries, spec.line(), spec.agentJar()))
            .orElseGet(() -> List.of("-cp", libraries.classPath(spec.line()))));
    command.add("org.apache.zookeeper.server.quorum.QuorumPeerMain");
    command.add(directory.resolve("zoo.cfg").toString());
    return command;
  }

  /** SIGTERM, and SIGKILL if that is not heeded in time. Does nothing on a stopped server. */
  void stop(Duration patience) {
    Process running;
    synchronized (this) {
      running = process;
    }
    if (running == null || !running.isAlive()) {
      return;
    }
    running.destroy();
    awaitExit(running, patience);
  }

  /** SIGKILL. Returns once the process is gone. */
  void kill() {
    Process running = sendKill();
    if (running != null) {
      awaitKilled(running);
    }
  }

  /** Returns once the process of {@link #sendKill} is gone. */
  void awaitKilled(Process killed) {
    awaitExit(killed, Duration.ofSeconds(10));
  }

  /** SIGKILL without waiting; null if nothing ran. */
  synchronized Process sendKill() {
    if (process == null || !process.isAlive()) {
      return null;
    }
    process.destroyForcibly();
    return process;
  }

  private void awaitExit(Process running, Duration patience) {
    try {
      if (!running.waitFor(patience.toMillis(), TimeUnit.MILLISECONDS)) {
        running.destroyForcibly();
        running.waitFor(10, TimeUnit.SECONDS);
      }
    } catch (InterruptedException e) {
      running.destroyForcibly();
      Thread.currentThread().interrupt();
    }
    if (!running.isAlive()) {
      LocalJmx.forget(running.pid());
      logEnd();
    }
  }

  /** What was in progress then has ended without a line of its own. */
  private void logEnd() {
    String line =
        Instant.now().truncatedTo(ChronoUnit.MILLIS)
            + " [ensemble] INFO  - "
            + Ensemble.PROCESS_ENDED;
    try {
      Files.writeString(logFile(), line + "\n", StandardCharsets.UTF_8, StandardOpenOption.APPEND);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot append to " + logFile(), e);
    }
  }

  /**
   * Sends a signal by name, "STOP" or "CONT".
   *
   * @throws EnsembleException if the system's kill command fails
   */
  void signal(String name) {
    try {
      Process kill =
          new ProcessBuilder("kill", "-" + name, Long.toString(pid()))
              .redirectErrorStream(true)
              .start();
      String output = new String(kill.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      if (kill.waitFor() != 0) {
        throw new EnsembleException("kill -" + name + " failed: " + output.strip());
      }
    } catch (IOException e) {
      throw new EnsembleException("cannot run kill -" + name + ": " + e.getMessage(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new EnsembleException("interrupted while sending SIG" + name, e);
    }
  }

  /** The last lines of the log, or a note that there is none. */
  String logTail() {
    Path log = logFile();
    if (!Files.exists(log)) {
      return "(no log)";
    }
    try (RandomAccessFile file = new RandomAccessFile(log.toFile(), "r")) {
      long from = Math.max(0, file.length() - TAIL_BYTES);
      byte[] tail = new byte[(int) (file.length() - from)];
      file.seek(from);
      file.readFully(tail);
      List<String> lines = new String(tail, StandardCharsets.UTF_8).lines().toList();
      return String.join("\n", lines.subList(Math.max(0, lines.size() - TAIL_LINES), lines.size()));
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + log, e);
    }
  }
}
