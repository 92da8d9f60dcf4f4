package io.snapkeeper.faults;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Links between servers that are cut, lossy or slow. Rules and queues are made in the network
 * namespaces of the servers' containers, nowhere else; clients' traffic goes over another network.
 */
final class NetworkFaults {

  private static final Pattern OVERLIMITS = Pattern.compile("overlimits (\\d+)");

  private final Cluster cluster;

  NetworkFaults(Cluster cluster) {
    this.cluster = cluster;
  }

  /** Ends the test as not run where these faults cannot be made. */
  static void require() {
    Host.requireFaults();
    Host.requireCommand("nsenter", "util-linux");
    Host.requireCommand("iptables", "iptables");
    Host.requireCommand("tc", "iproute2");
    Host.requireCommand("ip", "iproute2");
  }

  /** These servers and all others hear nothing of each other. */
  Fault cut(Collection<Node> group) {
    List<Rule> rules = new ArrayList<>();
    for (Node inside : group) {
      for (Node outside : cluster.nodes()) {
        if (!group.contains(outside)) {
          rules.add(drop(inside, "INPUT", "-s", outside));
          rules.add(drop(inside, "OUTPUT", "-d", outside));
        }
      }
    }
    return fault("cut between %s and the others".formatted(group), rules);
  }

  /** What {@code from} sends to {@code to} is lost; the other way nothing is. */
  Fault cutOneWay(Collection<Node> from, Collection<Node> to) {
    List<Rule> rules = new ArrayList<>();
    for (Node receiver : to) {
      for (Node sender : from) {
        if (receiver != sender) {
          rules.add(drop(receiver, "INPUT", "-s", sender));
        }
      }
    }
    return fault("nothing from %s reaches %s".formatted(from, to), rules);
  }

  /** A share of what these servers get from others is lost. */
  Fault lose(Collection<Node> group, int percent) {
    List<Rule> rules = new ArrayList<>();
    for (Node receiver : group) {
      for (Node sender : cluster.nodes()) {
        if (sender != receiver) {
          rules.add(
              new Rule(
                  receiver,
                  List.of(
                      "INPUT",
                      "-s",
                      cluster.quorumAddress(sender.sid()),
                      "-m",
                      "statistic",
                      "--mode",
                      "random",
                      "--probability",
                      String.format(Locale.ROOT, "%.2f", percent / 100.0),
                      "-j",
                      "DROP")));
        }
      }
    }
    return fault("%d%% of what reaches %s is lost".formatted(percent, group), rules);
  }

  /** What a server sends to the others goes through a narrow link with a queue. */
  Fault slow(Node node, int kilobitsPerSecond) {
    long[] pid = new long[1];
    String[] device = new String[1];
    return Fault.of(
        "%s sends at %d kbit/s".formatted(node, kilobitsPerSecond),
        () -> {
          pid[0] = node.pid();
          device[0] = deviceOf(node);
          Host.inNetworkOf(
              pid[0],
              "tc",
              "qdisc",
              "add",
              "dev",
              device[0],
              "root",
              "tbf",
              "rate",
              kilobitsPerSecond + "kbit",
              "burst",
              "4kb",
              "latency",
              "400ms");
        },
        () -> {
          if (isStill(node, pid[0])) {
            Host.inNetworkOf(pid[0], "tc", "qdisc", "del", "dev", device[0], "root");
          }
        });
  }

  /** Packets that the rules in the servers' namespaces have thrown away until now. */
  long packetsLost() {
    long lost = 0;
    for (Node node : cluster.nodes().stream().filter(Node::isRunning).toList()) {
      for (String line : inNetworkOf(node, "iptables", "-w", "-nvxL").split("\n", -1)) {
        String[] fields = line.strip().split("\\s+", -1);
        if (fields.length > 2 && fields[2].equals("DROP")) {
          lost += Long.parseLong(fields[0]);
        }
      }
    }
    return lost;
  }

  /** How often what a server sent had to wait for its narrow link. */
  long timesHeldUp(Node node) {
    String statistics = inNetworkOf(node, "tc", "-s", "qdisc", "show", "dev", deviceOf(node));
    Matcher overlimits = OVERLIMITS.matcher(statistics);
    return overlimits.find() ? Long.parseLong(overlimits.group(1)) : 0;
  }

  private static String inNetworkOf(Node node, String... command) {
    return Host.inNetworkOf(node.pid(), command);
  }

  private String deviceOf(Node node) {
    String address = cluster.quorumAddress(node.sid());
    String line = inNetworkOf(node, "ip", "-o", "-4", "addr", "show", "to", address);
    String[] fields = line.strip().split("\\s+", -1);
    if (fields.length < 2) {
      throw new IllegalStateException("no device with " + address + " in " + node);
    }
    return fields[1];
  }

  private record Rule(Node node, List<String> specification) {}

  private Rule drop(Node at, String chain, String direction, Node other) {
    return new Rule(
        at, List.of(chain, direction, cluster.quorumAddress(other.sid()), "-j", "DROP"));
  }

  private static Fault fault(String name, List<Rule> rules) {
    Map<Node, List<Rule>> byNode =
        rules.stream()
            .collect(Collectors.groupingBy(Rule::node, LinkedHashMap::new, Collectors.toList()));
    Map<Node, Long> pids = new LinkedHashMap<>();
    return Fault.of(
        name,
        () -> {
          byNode.keySet().forEach(node -> pids.put(node, node.pid()));
          // At once, as a switch that fails would.
          Together.forEach(
              byNode.entrySet(), each -> iptables(pids.get(each.getKey()), "-A", each.getValue()));
        },
        () ->
            Together.forEach(
                byNode.entrySet().stream()
                    .filter(each -> isStill(each.getKey(), pids.get(each.getKey())))
                    .toList(),
                each -> iptables(pids.get(each.getKey()), "-D", each.getValue())));
  }

  /** Another process's namespace is another one; that of a process that is gone went with it. */
  private static boolean isStill(Node node, long pid) {
    return node.isRunning() && node.pid() == pid;
  }

  private static void iptables(long pid, String action, List<Rule> rules) {
    String script =
        rules.stream()
            .map(rule -> "iptables -w " + action + " " + String.join(" ", rule.specification()))
            .collect(Collectors.joining(" && "));
    Host.inNetworkOf(pid, "sh", "-c", script);
  }
}
