package io.snapkeeper.faults;

import io.snapkeeper.containers.Command;
import io.snapkeeper.ensemble.ClassList;
import io.snapkeeper.ensemble.MadeOnce;
import io.snapkeeper.ensemble.ServerLibraries;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * An archive of the classes that an image's server loads (class data sharing), made by the image's
 * own JVM of its own jars: with it a server takes about half of the processor until it serves.
 * Thread-safe, across processes too.
 *
 * @param file on this machine
 * @param classPath of a server that maps it
 */
record ImageArchive(Path file, String classPath) {

  private static final String IN_CONTAINER = "/opt/classes.jsa";

  /** {@code mvn clean} removes them. */
  private static final Path DIRECTORY = Path.of("target", "class-archives").toAbsolutePath();

  private static final Map<String, Optional<ImageArchive>> BY_IMAGE = new ConcurrentHashMap<>();

  /**
   * Prints the class path, which has the jars only: in front of them a server's has the directory
   * of its configuration, and a class path with such a directory has no archive.
   */
  private static final String DUMP =
      """
      set -eu
      jars=
      for jar in "$(dirname "$(command -v zkServer.sh)")"/../lib/*.jar /plugin/snapkeeper-agent.jar; do
        if [ -f "$jar" ]; then jars=$jars${jars:+:}$jar; fi
      done
      said=$(java -Xshare:dump -XX:+UseSerialGC -XX:TieredStopAtLevel=1 \
        -XX:SharedClassListFile=/classes.txt -XX:SharedArchiveFile=/archives/$1 -cp "$jars" 2>&1) || {
        echo "$said"
        exit 1
      }
      echo "$jars"
      """;

  /**
   * The same software, which maps the archive of its image; that is made if there is none. Where it
   * cannot be made, servers start as users start them.
   */
  static Software mappedBy(Software software) {
    return BY_IMAGE
        .computeIfAbsent(software.image(), ImageArchive::prepare)
        .map(archive -> archive.in(software))
        .orElse(software);
  }

  private Software in(Software software) {
    return software
        .withMount(file.toString(), IN_CONTAINER)
        .withJvmFlag("-XX:SharedArchiveFile=" + IN_CONTAINER)
        .withJvmFlag("-Dlogback.configurationFile=/conf/logback.xml")
        .withJvmFlag("-cp " + classPath);
  }

  private static Optional<ImageArchive> prepare(String image) {
    try {
      String id = Host.run("docker", "image", "inspect", "--format", "{{.Id}}", image).strip();
      String name = id.substring(id.indexOf(':') + 1) + ".jsa";
      // After the archive itself: where it is, the archive is whole.
      Path classPath = DIRECTORY.resolve(name + ".classpath");
      Path list = new ClassList(ServerLibraries.fromSystemProperty()).prepare();
      new MadeOnce(classPath)
          .unless(
              () -> Files.isRegularFile(classPath),
              made -> Files.writeString(made, dump(image, list, name)));
      return Optional.of(new ImageArchive(DIRECTORY.resolve(name), Files.readString(classPath)));
    } catch (IOException | RuntimeException e) {
      System.out.println("[faults] no archive of the classes of " + image + ": " + e.getMessage());
      return Optional.empty();
    }
  }

  /** The class path of the archive that it makes. */
  private static String dump(String image, Path list, String name) throws IOException {
    Command.Result dump =
        Host.tryRun(
            "docker",
            "run",
            "--rm",
            "--network=none",
            "--user=0",
            "--volume=" + list + ":/classes.txt:ro",
            "--volume=" + DIRECTORY + ":/archives",
            "--entrypoint=sh",
            image,
            "-c",
            DUMP,
            "sh",
            name);
    if (!dump.succeeded()) {
      throw new IOException(dump.lastLine());
    }
    return dump.lastLine();
  }
}
