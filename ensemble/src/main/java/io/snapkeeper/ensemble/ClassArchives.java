package io.snapkeeper.ensemble;

import io.snapkeeper.ensemble.ServerLibraries.Line;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;

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
 * @param list the names of the classes
 */
public record ClassArchives(ServerLibraries libraries, Path directory, ClassList list) {

  /** For whom, see {@link EnsembleSpec.Builder#shortLived}. */
  static final String FIRST_COMPILER_ONLY = "-XX:TieredStopAtLevel=1";

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
      new MadeOnce(archive)
          .unless(
              () -> isCurrent(archive, line, agentJar), made -> writeArchive(made, line, agentJar));
    } catch (IOException e) {
      throw new EnsembleException("cannot make " + archive + ": " + e.getMessage(), e);
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
                  FIRST_COMPILER_ONLY,
                  "-XX:SharedClassListFile=" + list.prepare(),
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
}
