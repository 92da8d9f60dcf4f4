package io.snapkeeper.zk.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.snapkeeper.ensemble.Ensemble;
import io.snapkeeper.ensemble.EnsembleSpec;
import io.snapkeeper.simulation.trace.TraceCheck;
import io.snapkeeper.simulation.trace.TraceSource;
import io.snapkeeper.simulation.trace.TraceVerdict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Servers that write their traces into one directory, where they outlive the servers and the test:
 * {@code snapkeeper check-trace zk-integration/target/it-traces/NAME/*} checks them again.
 */
final class TracedServers {

  private final Path directory;

  /**
   * @param name of the directory; the traces of an earlier run are removed
   */
  TracedServers(String name) throws IOException {
    directory = Files.createDirectories(Path.of("target", "it-traces", name)).toAbsolutePath();
    try (Stream<Path> old = Files.list(directory)) {
      for (Path file : old.toList()) {
        Files.delete(file);
      }
    }
  }

  /** Lets each of these servers write its trace. */
  EnsembleSpec.Builder on(EnsembleSpec.Builder spec, int servers) {
    for (long sid = 1; sid <= servers; sid++) {
      String file = trace(sid).toString();
      spec.server(sid, server -> server.withConfig("snapkeeper.trace", file));
    }
    return spec;
  }

  private Path trace(long sid) {
    return directory.resolve("server-" + sid + ".trace");
  }

  /** Kills all servers, so that the traces end where they happen to end, and checks them. */
  TraceVerdict endAndCheck(Ensemble ensemble) throws IOException {
    ensemble.sids().forEach(ensemble::kill);
    return TraceCheck.of(sources(ensemble));
  }

  /**
   * Asserts that nobody but the owner can read the traces, and that no path or address is there.
   */
  void assertNothingPrivate(Ensemble ensemble) throws IOException {
    for (long sid : ensemble.sids()) {
      if (Files.exists(trace(sid))) {
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(trace(sid))))
            .isEqualTo("rw-------");
        assertThat(Files.readString(trace(sid))).doesNotContain("/").doesNotContain("127.0.0");
      }
    }
  }

  /** The traces there are: a stock server writes none. */
  List<TraceSource> sources(Ensemble ensemble) {
    List<TraceSource> sources = new ArrayList<>();
    for (long sid : ensemble.sids()) {
      if (Files.exists(trace(sid))) {
        sources.add(TraceSource.of(trace(sid)));
      }
    }
    return sources;
  }
}
