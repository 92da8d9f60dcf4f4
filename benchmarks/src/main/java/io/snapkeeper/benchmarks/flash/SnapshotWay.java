package io.snapkeeper.benchmarks.flash;

import com.fasterxml.jackson.databind.JsonNode;
import io.snapkeeper.ensemble.Ensemble;
import io.snapkeeper.ensemble.EnsembleException;
import java.io.IOException;

/**
 * How a server has written its snapshots. The plugin falls back to ZooKeeper's own stream by
 * configuration and by faults, and figures of that would be stock's under the plugin's name.
 */
final class SnapshotWay {

  private static final String DIRECT = "direct";

  private SnapshotWay() {}

  /**
   * Makes sure that every server of an ensemble has written its last snapshot with direct I/O.
   *
   * @throws EnsembleException naming the server that did otherwise, and why
   */
  static void requireDirect(Ensemble ensemble) {
    ensemble.sids().forEach(sid -> requireDirect(sid, status(ensemble, sid)));
  }

  static void requireDirect(long sid, JsonNode status) {
    JsonNode writing = status.at("/server/snapshotWriting");
    String way = writing.path("way").asText("unknown");
    if (!way.equals(DIRECT)) {
      throw new EnsembleException(
          "server %d wrote its snapshot by the way \"%s\" instead of direct I/O: %s"
              .formatted(sid, way, writing.path("reason").asText("its status does not say why")));
    }
  }

  private static JsonNode status(Ensemble ensemble, long sid) {
    try {
      return ensemble.admin(sid).get("snapkeeper");
    } catch (IOException e) {
      throw new EnsembleException(
          "server " + sid + " does not say how it wrote its snapshot: " + e.getMessage(), e);
    }
  }
}
