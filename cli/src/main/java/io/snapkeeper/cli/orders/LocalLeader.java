package io.snapkeeper.cli.orders;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.snapkeeper.cli.ExitCode;
import io.snapkeeper.cli.Failure;
import io.snapkeeper.ensemble.LocalJmx;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import javax.management.InstanceNotFoundException;
import javax.management.JMException;
import javax.management.JMRuntimeException;
import javax.management.MBeanException;
import javax.management.MBeanServerConnection;
import javax.management.ObjectName;
import javax.management.RuntimeMBeanException;
import javax.management.remote.JMXConnector;

/** A leader on this machine, by attaching to its JVM. */
final class LocalLeader implements Leader {

  private static final String BEAN = "org.apache.ZooKeeperService:name0=Snapkeeper";
  private static final ObjectMapper JSON = new ObjectMapper();

  private final JMXConnector connector;
  private final MBeanServerConnection server;
  private final long pid;
  private final JsonNode status;

  private LocalLeader(
      JMXConnector connector, MBeanServerConnection server, long pid, JsonNode status) {
    this.pid = pid;
    this.connector = connector;
    this.server = server;
    this.status = status;
  }

  /** The one leader with the plugin among this user's servers here. */
  static LocalLeader find() {
    List<Long> pids = LocalJmx.serverPids();
    if (pids.isEmpty()) {
      throw new Failure(
          "no ZooKeeper server of this user runs on this machine; run the command as the server's"
              + " user on the leader's machine, or name an AdminServer with --admin HOST:PORT",
          ExitCode.UNREACHABLE);
    }
    List<Long> leaders = new ArrayList<>();
    List<String> others = new ArrayList<>();
    ExitCode exit = ExitCode.FAILED;
    for (long pid : pids) {
      try (LocalLeader candidate = attach(pid)) {
        String role = candidate.status.path("server").path("role").asText();
        if (role.equals("leader")) {
          leaders.add(pid);
        } else {
          others.add("process " + pid + " is a " + role);
        }
      } catch (Failure e) {
        others.add(e.getMessage());
        exit = e.exit() == ExitCode.UNREACHABLE ? e.exit() : exit;
      }
    }
    if (leaders.size() == 1) {
      return attach(leaders.get(0));
    }
    if (leaders.isEmpty()) {
      throw new Failure(
          "no leader with the plugin among the servers on this machine: "
              + String.join("; ", others),
          exit);
    }
    throw new Failure("several leaders run on this machine; choose one with --pid: " + leaders);
  }

  /** The server with this process id. */
  static LocalLeader attach(long pid) {
    JMXConnector connector = null;
    try {
      connector = LocalJmx.connect(pid);
      MBeanServerConnection server = connector.getMBeanServerConnection();
      Object json = server.getAttribute(new ObjectName(BEAN), "StatusJson");
      if (!(json instanceof String text)) {
        closeQuietly(connector);
        throw new Failure("process " + pid + " gave no status: " + json);
      }
      return new LocalLeader(connector, server, pid, JSON.readTree(text));
    } catch (InstanceNotFoundException e) {
      closeQuietly(connector);
      throw new Failure("process " + pid + " runs no Snapkeeper plugin", e);
    } catch (JsonProcessingException e) {
      closeQuietly(connector);
      throw new Failure("process " + pid + " gave a status that cannot be read", e);
    } catch (IOException | JMException | JMRuntimeException e) {
      closeQuietly(connector);
      throw new Failure(
          "process " + pid + " cannot be asked: " + e.getMessage(), ExitCode.UNREACHABLE, e);
    }
  }

  @Override
  public String name() {
    return "server " + status.path("server").path("sid").asText() + " (process " + pid + ")";
  }

  @Override
  public JsonNode status() {
    return status;
  }

  @Override
  public String give(Order order) {
    Object[] arguments = order.arguments();
    String[] signature =
        Arrays.stream(arguments)
            .map(argument -> argument instanceof Long ? "long" : "java.lang.String")
            .toArray(String[]::new);
    try {
      return (String) server.invoke(new ObjectName(BEAN), order.operation(), arguments, signature);
    } catch (MBeanException e) {
      throw new Failure(e.getTargetException().getMessage(), e);
    } catch (RuntimeMBeanException e) {
      throw new Failure(e.getTargetException().getMessage(), e);
    } catch (IOException | JMException e) {
      throw new Failure(
          "the order did not reach the leader: " + e.getMessage(), ExitCode.UNREACHABLE, e);
    }
  }

  @Override
  public void close() {
    closeQuietly(connector);
  }

  private static void closeQuietly(JMXConnector connector) {
    if (connector == null) {
      return;
    }
    try {
      connector.close();
    } catch (IOException e) {
      // The connection is local and read-only by now; nothing is lost with it.
      return;
    }
  }
}
