package io.snapkeeper.agent;

import io.snapkeeper.zk.config.ConfigReader;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A server without an ensemble: nobody to take turns with, so the agent leaves it stock. */
public final class StandAloneServer {

  private static final Logger LOG = LoggerFactory.getLogger(StandAloneServer.class);

  private StandAloneServer() {}

  /** Says in the log, once, which keys somebody has set to no effect. */
  public static void started() {
    List<String> keys = new ConfigReader(System.getProperties()).keys();
    if (keys.isEmpty()) {
      LOG.info("the snapkeeper agent does nothing on a stand-alone server");
    } else {
      LOG.warn(
          "the snapkeeper agent does nothing on a stand-alone server; keys without effect: {}",
          String.join(", ", keys));
    }
  }
}
