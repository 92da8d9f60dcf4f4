package io.snapkeeper.faults;

import java.util.List;

/** Servers that die or freeze, and their log writers. */
final class ServerFaults {

  private ServerFaults() {}

  /** SIGKILL to server and log writer; healed by a start on the same files. */
  static Fault kill(Node node) {
    return Fault.of("SIGKILL of " + node, node::kill, node::start);
  }

  /** The same to several at once. */
  static Fault kill(List<Node> nodes) {
    return Fault.of(
        "SIGKILL of " + nodes,
        () -> Together.forEach(nodes, Node::kill),
        () -> Together.forEach(nodes, Node::start));
  }

  /** All of the container is frozen, the log writer with it. */
  static Fault pause(Node node) {
    return Fault.of("pause of " + node, node::pause, node::thaw);
  }

  /** SIGSTOP to the server alone; its log writer runs on. */
  static Fault stopServer(Node node) {
    long[] pid = new long[1];
    return Fault.of(
        "SIGSTOP of the JVM of " + node,
        () -> {
          pid[0] = node.pid();
          Host.signal("STOP", pid[0]);
        },
        () -> continueIfThere(pid[0]));
  }

  /** SIGKILL to the log writer alone. */
  static Fault killWriter(Node node) {
    return Fault.of(
        "SIGKILL of the log writer of " + node,
        () -> Host.signal("KILL", writerOf(node)),
        () -> {});
  }

  /** SIGSTOP to the log writer alone. */
  static Fault stopWriter(Node node) {
    long[] pid = new long[1];
    return Fault.of(
        "SIGSTOP of the log writer of " + node,
        () -> {
          pid[0] = writerOf(node);
          Host.signal("STOP", pid[0]);
        },
        () -> continueIfThere(pid[0]));
  }

  private static long writerOf(Node node) {
    return node.writerPid()
        .orElseThrow(() -> new IllegalStateException(node + " has no log writer's process"));
  }

  /** What was stopped may have been killed meanwhile. */
  private static void continueIfThere(long pid) {
    Host.tryRun("kill", "-CONT", Long.toString(pid));
  }
}
