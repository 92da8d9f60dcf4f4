package io.snapkeeper.cli.status;

import io.snapkeeper.cli.Failure;
import io.snapkeeper.cli.HostPort;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.Watcher.Event.KeeperState;
import org.apache.zookeeper.ZooDefs;
import org.apache.zookeeper.ZooKeeper;
import org.apache.zookeeper.client.ZKClientConfig;
import org.apache.zookeeper.data.Stat;

/**
 * The servers of an ensemble as its own configuration node names them.
 *
 * @param clients client port by server id; where the configuration gives no client address, the
 *     quorum address's host with the port of the server that was asked
 */
record Membership(Map<Long, HostPort> clients) {

  private static final Pattern SERVER =
      Pattern.compile("server\\.(\\d+)=([^|;]+):\\d+:\\d+(?::\\w+)?[^;]*(?:;(?:(.+):)?(\\d+))?");

  /**
   * Reads {@code /zookeeper/config} through one of the given servers.
   *
   * @param clientConfig a ZooKeeper client configuration file for TLS or SASL
   * @throws Failure if no server lets a client read it in time
   */
  static Membership read(List<HostPort> servers, Optional<Path> clientConfig, Duration timeout) {
    ZKClientConfig config = clientConfig(clientConfig);
    String connect = String.join(",", servers.stream().map(HostPort::toString).toList());
    CountDownLatch connected = new CountDownLatch(1);
    int timeoutMillis = Math.toIntExact(timeout.toMillis());
    try (ZooKeeper client =
        new ZooKeeper(
            connect,
            Math.max(4_000, timeoutMillis),
            event -> {
              if (event.getState() == KeeperState.SyncConnected
                  || event.getState() == KeeperState.SaslAuthenticated) {
                connected.countDown();
              }
            },
            config)) {
      if (!connected.await(timeoutMillis, TimeUnit.MILLISECONDS)) {
        throw new Failure("no session at " + connect + " within " + timeoutMillis + " ms");
      }
      byte[] node = client.getData(ZooDefs.CONFIG_NODE, false, new Stat());
      return parse(new String(node, StandardCharsets.UTF_8), servers.get(0));
    } catch (IOException | KeeperException e) {
      throw new Failure(
          "the configuration of " + connect + " cannot be read: " + e.getMessage(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new Failure("interrupted while connecting to " + connect, e);
    }
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

  /** Servers that were asked for but are not in the configuration, e.g. under another name. */
  List<HostPort> notAmong(List<HostPort> asked) {
    List<HostPort> others = new ArrayList<>(asked);
    others.removeAll(clients.values());
    return others;
  }

  private static String unbracketed(String host) {
    return host.startsWith("[") && host.endsWith("]") ? host.substring(1, host.length() - 1) : host;
  }

  private static ZKClientConfig clientConfig(Optional<Path> file) {
    if (file.isEmpty()) {
      return new ZKClientConfig();
    }
    if (!Files.isReadable(file.get())) {
      throw new Failure("--client-config " + file.get() + " cannot be read");
    }
    try {
      return new ZKClientConfig(file.get());
    } catch (org.apache.zookeeper.common.ConfigException e) {
      throw new Failure("--client-config " + file.get() + ": " + e.getMessage(), e);
    }
  }
}
