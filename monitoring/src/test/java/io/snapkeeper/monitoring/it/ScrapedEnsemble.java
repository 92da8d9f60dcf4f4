package io.snapkeeper.monitoring.it;

import io.snapkeeper.ensemble.Ensemble;
import io.snapkeeper.ensemble.EnsembleSpec;
import io.snapkeeper.ensemble.OpenLoopLoad;
import io.snapkeeper.ensemble.PortReservation;
import io.snapkeeper.monitoring.prometheus.Target;
import io.snapkeeper.zk.it.Orders;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import javax.management.remote.JMXConnector;

/** An ensemble whose servers have metrics ports, under load. */
public final class ScrapedEnsemble implements AutoCloseable {

  private static final Duration START_TIMEOUT = Duration.ofMinutes(2);
  private static final int OUTSTANDING_MAX = 500;

  private final PortReservation ports = new PortReservation();
  private final Map<Long, String> targetBySid = new TreeMap<>();
  private final Ensemble ensemble;
  private OpenLoopLoad load;

  private ScrapedEnsemble(EnsembleSpec.Builder spec, int servers) {
    for (long sid = 1; sid <= servers; sid++) {
      int port = ports.next();
      targetBySid.put(sid, "127.0.0.1:" + port);
      spec.server(
          sid, server -> server.withConfig("snapkeeper.metrics.port", Integer.toString(port)));
    }
    ensemble = new Ensemble(spec.voters(servers).build());
  }

  /** Starts the servers and waits until they serve. */
  public static ScrapedEnsemble start(EnsembleSpec.Builder spec, int servers) {
    ScrapedEnsemble started = new ScrapedEnsemble(spec, servers);
    try {
      started.ports.release();
      started.ensemble.start(START_TIMEOUT);
      return started;
    } catch (RuntimeException e) {
      started.close();
      throw e;
    }
  }

  /** Begins to write new nodes; called once. */
  public void write(int writesPerSecond, int payloadBytes) {
    load =
        OpenLoopLoad.start(
            new OpenLoopLoad.Plan(
                ensemble.addresses(),
                writesPerSecond,
                payloadBytes,
                ensemble.sids().size(),
                OUTSTANDING_MAX,
                true,
                write -> "/write-" + write));
  }

  public Ensemble servers() {
    return ensemble;
  }

  /** What Prometheus scrapes. */
  public List<Target> targets() {
    return targetBySid.values().stream().map(address -> new Target(address, address)).toList();
  }

  /** What Prometheus calls a server. */
  public String instance(long sid) {
    return targetBySid.get(sid);
  }

  /** Gives the leader an operator's order. */
  public void order(String operation, long... arguments) throws Exception {
    try (JMXConnector jmx = ensemble.jmx(ensemble.awaitLeader(START_TIMEOUT))) {
      Orders.of(jmx).call(operation, arguments);
    }
  }

  @Override
  public void close() {
    if (load != null) {
      load.close();
    }
    ensemble.close();
    ports.close();
  }
}
