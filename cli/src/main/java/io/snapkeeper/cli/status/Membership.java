package io.snapkeeper.cli.status;

import io.snapkeeper.cli.Failure;
import io.snapkeeper.cli.HostPort;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.Watcher.Event.KeeperState;
import org.apache.zookeeper.ZooDefs;
import org.apache.zookeeper.ZooKeeper;
import org.apache.zookeeper.data.Stat;

/**
 * The servers of an ensemble as its own configuration node names them.
 *
 * @param clients client port by server id; where the configuration gives no client address, the
 *     quorum address's host with the port of the server that was asked
 */
record Membership(Map<Long, HostPort> clients) {

  /** A session is there with the first of these, or will never be. */
  private static final Set<KeeperState> DECIDED =
      Set.of(KeeperState.SyncConnected, KeeperState.SaslAuthenticated, KeeperState.AuthFailed);

  private static final Pattern SERVER =
      Pattern.compile("server\\.(\\d+)=([^|;]+):\\d+:\\d+(?::\\w+)?[^;]*(?:;(?:(.+):)?(\\d+))?");

  /**
   * Reads {@code /zookeeper/config} through one of the given servers.
   *
   * @param access to the client ports
   * @throws Failure if no server lets a client read it in time
   * @throws LoginRefused if the login in {@code access} is not accepted
   */
  static Membership read(List<HostPort> servers, ClientAccess access, Duration timeout)
      throws LoginRefused {
    String connect = String.join(",", servers.stream().map(HostPort::toString).toList());
    CompletableFuture<KeeperState> session = new CompletableFuture<>();
    int timeoutMillis = Math.toIntExact(timeout.toMillis());
    try (ZooKeeper client =
        new ZooKeeper(
            connect,
            Math.max(4_000, timeoutMillis),
            event -> {
              if (DECIDED.contains(event.getState())) {
                session.complete(event.getState());
              }
            },
            access.config())) {
      if (session.get(timeoutMillis, TimeUnit.MILLISECONDS) == KeeperState.AuthFailed) {
        throw new LoginRefused(connect);
      }
      byte[] node = client.getData(ZooDefs.CONFIG_NODE, false, new Stat());
      // A server that is no ensemble has the node, with nothing in it.
      String text = node == null ? "" : new String(node, StandardCharsets.UTF_8);
      return parse(text, servers.get(0)).reachedBy(access, servers.get(0));
    } catch (TimeoutException e) {
      throw new Failure(
          "no session at "
              + connect
              + " within "
              + timeoutMillis
              + " ms: no quorum, or it asks for TLS or SASL, which --client-config gives",
          e);
    } catch (KeeperException.AuthFailedException e) {
      throw new LoginRefused(connect);
    } catch (IOException | KeeperException | ExecutionException e) {
      throw new Failure(
          "the configuration of " + connect + " cannot be read: " + e.getMessage(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new Failure("interrupted while connecting to " + connect, e);
    }
  }

  /** The configuration names no TLS ports: they are taken to be the same on every host. */
  private Membership reachedBy(ClientAccess access, HostPort asked) {
    boolean namesIt = clients.values().stream().anyMatch(at -> at.port() == asked.port());
    if (!access.secure() || namesIt) {
      return this;
    }
    Map<Long, HostPort> secure = new TreeMap<>();
    clients.forEach((sid, at) -> secure.put(sid, new HostPort(at.host(), asked.port())));
    return new Membership(secure);
  }

  static Membership parse(String text, HostPort asked) {
    Map<Long, HostPort> clients = new TreeMap<>();
    for (String line : text.split("\n", -1)) {
      Matcher server = SERVER.matcher(line.strip());
      if (!server.matches()) {
        continue;
      }
      String quorumHost = unbracketed(server.group(2));
      String clientHost = server.group(3) == null ? quorumHost : unbracketed(server.group(3));
      // A server that listens on every address is reached where the quorum reaches it.
      boolean anyAddress = clientHost.equals("0.0.0.0") || clientHost.equals("::");
      int port = server.group(4) == null ? asked.port() : Integer.parseInt(server.group(4));
      clients.put(
          Long.parseLong(server.group(1)),
          new HostPort(anyAddress ? quorumHost : clientHost, port));
    }
    return new Membership(clients);
  }

  private static String unbracketed(String host) {
    return host.startsWith("[") && host.endsWith("]") ? host.substring(1, host.length() - 1) : host;
  }
}
