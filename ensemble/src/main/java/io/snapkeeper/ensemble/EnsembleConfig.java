package io.snapkeeper.ensemble;

import java.util.LinkedHashMap;
import java.util.Map;

/** The lines of zoo.cfg that all servers of an ensemble share. */
final class EnsembleConfig {

  private EnsembleConfig() {}

  /**
   * @param ports of every server of {@code spec}, by its id
   */
  static Map<String, String> lines(EnsembleSpec spec, Map<Long, ServerPorts> ports) {
    Map<String, String> lines = new LinkedHashMap<>();
    lines.put("tickTime", Integer.toString(spec.tickMillis()));
    // 30 s to join and 10 s without a ping, whatever the tick: a loaded laptop has long pauses.
    lines.put("initLimit", Integer.toString(ticks(spec, 30_000)));
    lines.put("syncLimit", Integer.toString(ticks(spec, 10_000)));
    lines.put("maxClientCnxns", "0");
    lines.put("standaloneEnabled", "false");
    lines.put("4lw.commands.whitelist", "srvr,mntr,ruok,conf");
    lines.put("autopurge.purgeInterval", "0");
    for (ServerSpec server : spec.servers()) {
      ServerPorts port = ports.get(server.sid());
      lines.put(
          "server." + server.sid(),
          "127.0.0.1:%d:%d%s;127.0.0.1:%d"
              .formatted(
                  port.quorum(),
                  port.election(),
                  server.observer() ? ":observer" : "",
                  port.client()));
    }
    return lines;
  }

  private static int ticks(EnsembleSpec spec, int millis) {
    return Math.max(2, millis / spec.tickMillis());
  }
}
