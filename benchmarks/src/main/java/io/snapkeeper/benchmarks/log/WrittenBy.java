package io.snapkeeper.benchmarks.log;

import com.fasterxml.jackson.databind.JsonNode;
import io.snapkeeper.ensemble.Ensemble;
import io.snapkeeper.ensemble.EnsembleException;
import io.snapkeeper.ensemble.EnsembleSpec;
import io.snapkeeper.ensemble.ServerLibraries;
import java.io.IOException;

/** Who writes the logs of an ensemble's servers. */
enum WrittenBy {
  /** ZooKeeper, without the plugin. */
  STOCK("stock"),
  /** The plugin, from inside the servers. */
  IN_PROCESS("in-process"),
  /** The plugin, by a process beside each server. */
  PROCESS("process");

  /** Part of the name of the writer's program, wherever it lies. */
  private static final String WRITER_PROGRAM = "snapkeeper-wal";

  /** The value of the plugin's key, and what its status calls it. */
  private final String title;

  WrittenBy(String title) {
    this.title = title;
  }

  String title() {
    return title;
  }

  void apply(EnsembleSpec.Builder builder) {
    if (this != STOCK) {
      builder
          .agent(ServerLibraries.fromSystemProperty().agentJar())
          .config("snapkeeper.writer", title);
    }
  }

  /**
   * Makes sure that every server's log is written so: the plugin takes another way where one does
   * not work.
   *
   * @throws EnsembleException naming the server that does otherwise, and why
   */
  void requireAtWork(Ensemble ensemble) {
    if (this == STOCK) {
      return;
    }
    for (long sid : ensemble.sids()) {
      JsonNode log = status(ensemble, sid).at("/server/log");
      String way = log.path("way").asText("unknown");
      if (!way.equals(title)) {
        throw new EnsembleException(
            "server %d has snapkeeper.writer=%s, but the way its log is written is \"%s\": %s"
                .formatted(sid, title, way, log.path("reason").asText("its status does not say")));
      }
      if (this == PROCESS && !hasWriter(ensemble.pid(sid))) {
        throw new EnsembleException(
            "server %d says that a process writes its log, but has no child %s; it prints:%n%s"
                .formatted(sid, WRITER_PROGRAM, ensemble.logTail(sid)));
      }
    }
  }

  private static JsonNode status(Ensemble ensemble, long sid) {
    try {
      return ensemble.admin(sid).get("snapkeeper");
    } catch (IOException e) {
      throw new EnsembleException(
          "server " + sid + " does not say who writes its log: " + e.getMessage(), e);
    }
  }

  private static boolean hasWriter(long server) {
    return ProcessHandle.of(server).stream()
        .flatMap(ProcessHandle::descendants)
        .anyMatch(process -> process.info().command().orElse("").contains(WRITER_PROGRAM));
  }
}
