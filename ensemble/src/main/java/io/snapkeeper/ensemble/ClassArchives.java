package io.snapkeeper.ensemble;

import io.snapkeeper.ensemble.ServerLibraries.Line;
import java.io.File;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.curator.framework.CuratorFramework;

/**
 * Archives of the classes that servers load (class data sharing): a JVM that maps one needs a third
 * less of the processor until its server serves. One for each release line, with the agent and
 * without, all of one list of names. The JVM itself checks an archive against its class path, and
 * goes on without it where they differ.
 *
 * <p>Thread-safe, across processes too.
 *
 * @param libraries whose classes they hold
 * @param directory where they are kept from one run to the next
 * @param list where the names of the classes are kept. Whatever archive comes first has it made, of
 *     servers with the plugin; one of an older list, or of other libraries, has fewer classes than
 *     it could have, and none that does not belong into it
 */
public record ClassArchives(ServerLibraries libraries, Path directory, Path list) {

  private static final String LIST = "classes.txt";

  /** Servers that live for seconds are not worth the second compiler's time. */
  private static final String FAST_START = "-XX:TieredStopAtLevel=1";

  /** So few that a handful of writes brings about a snapshot. */
  private static final int SNAP_COUNT = 10;

  private static final Duration PATIENCE = Duration.ofSeconds(60);

  /** The class path of a server as its archive has it: the agent's jar comes last. */
  private String classPath(Line line, Optional<Path> agentJar) {
    return jars(line, agentJar).stream()
        .map(Path::toString)
        .collect(Collectors.joining(File.pathSeparator));
  }

  private List<Path> jars(Line line, Optional<Path> agentJar) {
    return Stream.concat(libraries.jars(line).stream(), agentJar.stream()).toList();
  }

  /** The flags by which a server's JVM maps its archive, class path included; empty without one. */
  Optional<List<String>> flags(ServerLibraries ofServer, Line line, Optional<Path> agentJar) {
    Path archive = file(line, agentJar.isPresent());
    if (!isOfThese(ofServer, agentJar) || !Files.isRegularFile(archive)) {
      return Optional.empty();
    }
    return Optional.of(
        List.of("-XX:SharedArchiveFile=" + archive, "-cp", classPath(line, agentJar)));
  }

  /** With another jar the JVM would only say that the archive is not its own. */
  private boolean isOfThese(ServerLibraries ofServer, Optional<Path> agentJar) {
    return ofServer.equals(libraries)
        && (agentJar.isEmpty() || agentJar.get().equals(libraries.agentJar()));
  }

  private Path file(Line line, boolean agent) {
    return directory.resolve(line.number() + (agent ? "-agent" : "") + ".jsa");
  }

  /**
   * Makes the archives that an ensemble's servers would map, where they are missing or older than a
   * jar. Takes seconds: three servers start, and their classes are written down.
   *
   * @throws EnsembleException if those servers do not start or the JVM makes no archive
   */
  public void prepare(EnsembleSpec spec) {
    for (ServerSpec server : spec.servers()) {
      if (isOfThese(spec.libraries(), server.agentJar())) {
        prepare(server.line(), server.agentJar());
      }
    }
  }

  private void prepare(Line line, Optional<Path> agentJar) {
    Path archive = file(line, agentJar.isPresent());
    try {
      if (isCurrent(archive, line, agentJar)) {
        return;
      }
      // A JVM may not lock a file twice: its own threads come one after the other.
      synchronized (ClassArchives.class) {
        makeUnless(() -> Files.isRegularFile(list), list, this::writeList);
        makeUnless(
            () -> isCurrent(archive, line, agentJar),
            archive,
            made -> writeArchive(made, line, agentJar));
      }
    } catch (IOException e) {
      throw new EnsembleException("cannot make " + archive + ": " + e.getMessage(), e);
    }
  }

  private interface IsThere {
    boolean test() throws IOException;
  }

  private interface Maker {
    void make(Path made) throws IOException;
  }

  /** Makes a file, once however many processes want it, and so that none sees a part of it. */
  private static void makeUnless(IsThere isThere, Path file, Maker maker) throws IOException {
    Path parent = Files.createDirectories(file.getParent());
    Path lock = parent.resolve(file.getFileName() + ".lock");
    try (FileChannel channel =
        FileChannel.open(lock, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
      channel.lock();
      if (isThere.test()) {
        return;
      }
      Path made = Files.createTempFile(parent, file.getFileName().toString(), ".new");
      try {
        maker.make(made);
        Files.move(made, file, StandardCopyOption.ATOMIC_MOVE);
      } finally {
        Files.deleteIfExists(made);
      }
    }
  }

  private boolean isCurrent(Path archive, Line line, Optional<Path> agentJar) throws IOException {
    if (!Files.isRegularFile(archive)) {
      return false;
    }
    FileTime made = Files.getLastModifiedTime(archive);
    for (Path jar : jars(line, agentJar)) {
      if (Files.getLastModifiedTime(jar).compareTo(made) >= 0) {
        return false;
      }
    }
    return true;
  }

  private void writeArchive(Path archive, Line line, Optional<Path> agentJar) throws IOException {
    Path output = Files.createTempFile(archive.getParent(), "dump", ".txt");
    try {
      Process java =
          new ProcessBuilder(
                  Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                  "-Xshare:dump",
                  "-XX:+UseSerialGC",
                  FAST_START,
                  "-XX:SharedClassListFile=" + list,
                  "-XX:SharedArchiveFile=" + archive,
                  "-cp",
                  classPath(line, agentJar))
              .redirectErrorStream(true)
              .redirectOutput(output.toFile())
              .start();
      if (!java.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
        end(java); // it could write the archive again after that has been removed
        throw new IOException("the JVM took more than " + PATIENCE.toSeconds() + " s");
      }
      if (java.exitValue() != 0) {
        throw new IOException(
            "the JVM ended with " + java.exitValue() + ": " + Files.readString(output).strip());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    } finally {
      Files.deleteIfExists(output);
    }
  }

  private static void end(Process java) throws InterruptedException {
    java.destroyForcibly().waitFor();
  }

  /**
   * What the servers of an ensemble load until they have written, snapshotted and told of it: a
   * leader and its followers.
   */
  private void writeList(Path made) throws IOException {
    EnsembleSpec.Builder spec =
        EnsembleSpec.builder()
            .libraries(libraries)
            .line(Line.V3_9)
            .agent(libraries.agentJar())
            .voters(3)
            .directory(ScratchDirectory.get())
            .heapMegabytes(96)
            .jvmFlag(FAST_START)
            .config("snapCount", Integer.toString(SNAP_COUNT));
    for (long sid = 1; sid <= 3; sid++) {
      String flag = "-XX:DumpLoadedClassList=" + LIST;
      spec.server(sid, server -> server.withJvmFlag(flag));
    }
    Set<String> lines = new LinkedHashSet<>();
    try (Ensemble ensemble = new Ensemble(spec.build())) {
      ensemble.start(PATIENCE);
      use(ensemble);
      ensemble.sids().forEach(ensemble::stop);
      for (long sid : ensemble.sids()) {
        lines.addAll(
            Files.readAllLines(ensemble.directory().resolve("server-" + sid + "/" + LIST)));
      }
    }
    Files.write(made, lines, StandardCharsets.UTF_8);
  }

  /** Has each server do what nearly every test has it do. */
  private static void use(Ensemble ensemble) throws IOException {
    for (long sid : ensemble.sids()) {
      ensemble.admin(sid).get("snapkeeper");
      ensemble.jmx(sid).close();
    }
    try (CuratorFramework client = Clients.connect(ensemble.addresses(), 0)) {
      for (int write = 0; write < 3 * SNAP_COUNT; write++) {
        client.create().forPath("/w" + write);
      }
      client.getChildren().forPath("/");
      client.setData().forPath("/w0", new byte[] {1});
    } catch (IOException | RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new IOException("writing to a server: " + e.getMessage(), e);
    }
  }
}
