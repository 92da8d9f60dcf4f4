package io.snapkeeper.zk.it;

import io.snapkeeper.ensemble.ClassArchives;
import io.snapkeeper.ensemble.ClassList;
import io.snapkeeper.ensemble.Ensemble;
import io.snapkeeper.ensemble.EnsembleException;
import io.snapkeeper.ensemble.EnsembleSpec;
import io.snapkeeper.ensemble.ScratchDirectory;
import io.snapkeeper.ensemble.ServerLibraries;
import io.snapkeeper.ensemble.ServerLibraries.Line;
import io.snapkeeper.testset.TestSet;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.TestExecutionExceptionHandler;

/** The ensembles of one test: closed when it ends; when it fails, their logs are kept and shown. */
final class TestEnsembles implements AfterEachCallback, TestExecutionExceptionHandler {

  /** Enough for servers that start while the machine is busy. */
  static final Duration START_TIMEOUT = Duration.ofMinutes(2);

  /** For one thing to happen that usually takes seconds at most. */
  static final Duration PATIENCE = Duration.ofSeconds(90);

  /** Ten times faster than by default, so that tests see many slots. */
  static final int PING_MILLIS = 50;

  /** Made by the first test that needs one; {@code mvn clean} removes them. */
  private static final ClassArchives CLASS_ARCHIVES =
      archives(
          ServerLibraries.fromSystemProperty(),
          Path.of("target", "class-archives").toAbsolutePath());

  private static ClassArchives archives(ServerLibraries libraries, Path directory) {
    return new ClassArchives(
        libraries, directory, new ClassList(ServerLibraries.fromSystemProperty()));
  }

  private final List<Ensemble> ensembles = new ArrayList<>();
  private final List<AutoCloseable> underThem = new ArrayList<>();

  /** The agent jar that the build has made. */
  static Path agentJar() {
    return ServerLibraries.fromSystemProperty().agentJar();
  }

  /** Servers with the plugin, whose timing suits tests. */
  static EnsembleSpec.Builder withPlugin(Line line, int voters, int snapCount) {
    return stock(line, voters, snapCount).agent(agentJar());
  }

  /** The same of doctored libraries. */
  static EnsembleSpec.Builder withPlugin(
      ServerLibraries doctored, Line line, int voters, int snapCount) {
    return doctored(withPlugin(line, voters, snapCount), doctored);
  }

  /**
   * Gives servers with the plugin doctored libraries, for a test that starts its servers so often,
   * or tests that do together, that an archive of their classes is worth the seconds that it takes.
   */
  static EnsembleSpec.Builder doctored(EnsembleSpec.Builder spec, ServerLibraries doctored) {
    return spec.libraries(doctored)
        .agent(doctored.agentJar())
        .classArchives(archives(doctored, doctored.repository().resolve("class-archives")));
  }

  /** Servers without the plugin, with a configuration under which it could be added. */
  static EnsembleSpec.Builder stock(Line line, int voters, int snapCount) {
    return EnsembleSpec.builder()
        .line(line)
        .voters(voters)
        .directory(ScratchDirectory.get())
        .heapMegabytes(96)
        .shortLived()
        .classArchives(CLASS_ARCHIVES)
        .config("snapCount", Integer.toString(snapCount))
        // 64 MiB a log file by default, which counts for the size limit and fills the disk.
        .config("preAllocSize", "64")
        .config("snapkeeper.scheduler.pingMillis", Integer.toString(PING_MILLIS))
        .config("snapkeeper.scheduler.grantTtlMillis", "5000")
        .config("snapkeeper.scheduler.graceMillis", "2000");
  }

  /**
   * Ends a test that only the full set runs with both ZooKeepers, where this is not the newer one.
   * CI has the older one under traces, deaths of all servers, other versions of the protocol, and
   * in containers.
   */
  static void assumeInSet(Line line) {
    if (line != Line.V3_9) {
      TestSet.assumeInFull(false, "the same with ZooKeeper " + line.number());
    }
  }

  /** Makes an ensemble without starting it. */
  Ensemble create(EnsembleSpec.Builder spec) {
    EnsembleSpec built = spec.build();
    prepareArchives(built);
    Ensemble ensemble = new Ensemble(built);
    ensembles.add(ensemble);
    return ensemble;
  }

  /** Without one, servers start as users start them, only later. */
  private static void prepareArchives(EnsembleSpec spec) {
    try {
      spec.classArchives().ifPresent(archives -> archives.prepare(spec));
    } catch (EnsembleException e) {
      System.out.println("without an archive of classes: " + e.getMessage());
    }
  }

  /** Starts all servers and waits until they serve. */
  Ensemble start(EnsembleSpec.Builder spec) {
    Ensemble ensemble = create(spec);
    ensemble.start(START_TIMEOUT);
    return ensemble;
  }

  /**
   * Starts all servers so that the one with the highest id leads: it and the first make a quorum of
   * three, with two more of five, before the others come.
   */
  Ensemble startWithLastLeading(EnsembleSpec.Builder spec) {
    Ensemble ensemble = create(spec);
    List<Long> voters = ensemble.voters();
    long last = voters.get(voters.size() - 1);
    ensemble.launch(last);
    int others = voters.size() / 2;
    for (int i = 0; i < others; i++) {
      ensemble.launch(voters.get(i));
    }
    long leader = ensemble.awaitLeader(START_TIMEOUT);
    if (leader != last) {
      throw new IllegalStateException("server " + leader + " leads, not " + last);
    }
    ensemble.start(START_TIMEOUT);
    return ensemble;
  }

  /** Closes, say, their disks when the test has ended, after them and once their logs are kept. */
  <T extends AutoCloseable> T closeAfterThem(T resource) {
    underThem.add(resource);
    return resource;
  }

  @Override
  public void handleTestExecutionException(ExtensionContext context, Throwable failure)
      throws Throwable {
    for (Ensemble ensemble : ensembles) {
      try {
        failure.addSuppressed(new AssertionError(keepLogs(context, ensemble)));
      } catch (IOException | RuntimeException e) {
        failure.addSuppressed(e);
      }
    }
    throw failure;
  }

  @Override
  public void afterEach(ExtensionContext context) throws Exception {
    ensembles.forEach(Ensemble::close);
    ensembles.clear();
    for (AutoCloseable resource : underThem) {
      resource.close();
    }
    underThem.clear();
  }

  private static String keepLogs(ExtensionContext context, Ensemble ensemble) throws IOException {
    String name =
        context.getRequiredTestClass().getSimpleName()
            + "-"
            + context.getRequiredTestMethod().getName()
            + "-"
            + System.currentTimeMillis();
    Path directory = Files.createDirectories(Path.of("target", "it-logs", name));
    StringBuilder text = new StringBuilder("logs are in " + directory.toAbsolutePath());
    for (long sid : ensemble.sids()) {
      if (Files.exists(ensemble.logFile(sid))) {
        Files.copy(
            ensemble.logFile(sid),
            directory.resolve("server-" + sid + ".log"),
            StandardCopyOption.REPLACE_EXISTING);
        text.append("\n--- end of the log of server ").append(sid).append(":\n");
        text.append(ensemble.logTail(sid));
      }
    }
    return text.toString();
  }
}
