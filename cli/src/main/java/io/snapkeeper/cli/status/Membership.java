package io.snapkeeper.cli.status;

import io.snapkeeper.cli.Failure;
import io.snapkeeper.cli.HostPort;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
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
 * @param observers the ids of those without a vote
 */
public record Membership(Map<Long, HostPort> clients, Set<Long> observers) {

  /** A session is there with the first of these, or will never be. */
  private static final Set<KeeperState> DECIDED =
      Set.of(KeeperState.SyncConnected, KeeperState.SaslAuthenticated, KeeperState.AuthFailed);

  /** A line with more digits than ids and ports have is not one of these. */
  private static final Pattern SERVER =
      Pattern.compile(
          "server\\.(\\d{1,18})=([^|;]+):\\d+:\\d+(?::(\\w+))?[^;]*(?:;(?:(.+):)?(\\d{1,5}))?");

  /**
   * Reads {@code /zookeeper/config} through one of the given servers.
   *
   * @param access to the client ports
   * @throws Failure if no server lets a client read it in time
   * @throws LoginRefused if the login in {@code access} is not accepted
   */
  public static Membership read(List<HostPort> servers, ClientAccess access, Duration timeout)
      throws LoginRefused {
    return inSession(
        servers,
        access,
        timeout,
        client -> {
          byte[] node = client.getData(ZooDefs.CONFIG_NODE, false, new Stat());
          // A server that is no ensemble has the node, with nothing in it.
          String text = node == null ? "" : new String(node, StandardCharsets.UTF_8);
          return parse(text, servers.get(0)).reachedBy(access, servers.get(0));
        });
  }

  /**
   * Which member was named so: by its address where the configuration has it, else by a session.
   *
   * @return empty if it is none of them, or if no session can be opened there in time
   * @throws LoginRefused if the login in {@code access} is not accepted
   */
  public OptionalLong memberNamed(HostPort named, ClientAccess access, Duration timeout)
      throws LoginRefused {
    for (Map.Entry<Long, HostPort> member : clients.entrySet()) {
      if (member.getValue().equals(named)) {
        return OptionalLong.of(member.getKey());
      }
    }
    try {
      return memberAt(named, access, timeout);
    } catch (Failure e) {
      return OptionalLong.empty(); // it is down
    }
  }

  /**
   * The same members, some at other addresses than the configuration has, as a forwarded port is.
   */
  Membership at(Map<Long, HostPort> addresses) {
    Map<Long, HostPort> all = new TreeMap<>(clients);
    all.putAll(addresses);
    return new Membership(all, observers);
  }

  /**
   * Which of the members listens at an address, whatever name or forwarded port that is: a
   * session's id begins with the lowest byte of the server that opened it.
   *
   * @return empty if that byte is of no member, or of more than one
   * @throws Failure if no session can be opened there in time
   * @throws LoginRefused if the login in {@code access} is not accepted
   */
  private OptionalLong memberAt(HostPort server, ClientAccess access, Duration timeout)
      throws LoginRefused {
    long lowestByte =
        inSession(List.of(server), access, timeout, client -> client.getSessionId() >>> 56);
    long[] sids = clients.keySet().stream().mapToLong(sid -> sid).toArray();
    long[] fitting = Arrays.stream(sids).filter(sid -> (sid & 0xff) == lowestByte).toArray();
    return fitting.length == 1 ? OptionalLong.of(fitting[0]) : OptionalLong.empty();
  }

  private interface Use<T> {
    T with(ZooKeeper client) throws KeeperException, InterruptedException;
  }

  private static <T> T inSession(
      List<HostPort> servers, ClientAccess access, Duration timeout, Use<T> use)
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
      return use.with(client);
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
    return new Membership(secure, observers);
  }

  static Membership parse(String text, HostPort asked) {
    Map<Long, HostPort> clients = new TreeMap<>();
    Set<Long> observers = new TreeSet<>();
    for (String line : text.split("\n", -1)) {
      Matcher server = SERVER.matcher(line.strip());
      if (!server.matches()) {
        continue;
      }
      String quorumHost = unbracketed(server.group(2));
      String clientHost = server.group(4) == null ? quorumHost : unbracketed(server.group(4));
      // A server that listens on every address is reached where the quorum reaches it.
      boolean anyAddress = clientHost.equals("0.0.0.0") || clientHost.equals("::");
      int port = server.group(5) == null ? asked.port() : Integer.parseInt(server.group(5));
      long sid = Long.parseLong(server.group(1));
      clients.put(sid, new HostPort(anyAddress ? quorumHost : clientHost, port));
      if ("observer".equals(server.group(3))) {
        observers.add(sid);
      }
    }
    return new Membership(clients, observers);
  }

  private static String unbracketed(String host) {
    return host.startsWith("[") && host.endsWith("]") ? host.substring(1, host.length() - 1) : host;
  }
}
