package io.snapkeeper.faults;

import io.snapkeeper.containers.ServerContainer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What runs in a server's container.
 *
 * @param image with or without the plugin
 * @param writer who writes the log; empty without the plugin
 * @param configuration further lines for zoo.cfg, without blanks
 * @param jvmFlags further ones
 * @param environment further variables
 * @param mounts files of this machine, read-only, by their path in the container
 */
record Software(
    String image,
    Optional<WriterMode> writer,
    List<String> configuration,
    List<String> jvmFlags,
    Map<String, String> environment,
    Map<String, String> mounts) {

  /**
   * Short times, so that a fault is noticed and over soon, and long enough for a busy machine: a
   * quorum parts from a silent server after 3 s.
   */
  private static final List<String> SHORT_TIMES =
      List.of(
          "quorumListenOnAllIPs=true",
          // An election that meets a server that is cut off would wait for it for 5 s.
          "cnxTimeout=1000",
          "minSessionTimeout=2000",
          "preAllocSize=1024");

  /** At 200 writes/s a snapshot of each server every four seconds. */
  private static final int SNAP_COUNT = 1_000;

  /** In the directory of the data: what the plugin's scheduler was told and answered. */
  static final String TRACE_NAME = "trace";

  Software {
    configuration = List.copyOf(configuration);
    jvmFlags = List.copyOf(jvmFlags);
    environment = Map.copyOf(environment);
    mounts = Map.copyOf(mounts);
  }

  /** A server as it comes. */
  static Software stock(String image) {
    List<String> lines = new ArrayList<>(SHORT_TIMES);
    lines.add("snapCount=" + SNAP_COUNT);
    return new Software(image, Optional.empty(), lines, List.of(), Map.of(), Map.of());
  }

  /** A server with the plugin. */
  static Software plugin(String image, WriterMode writer) {
    Software stock = stock(image);
    List<String> lines = new ArrayList<>(stock.configuration());
    lines.add("snapkeeper.writer=" + writer.setting());
    lines.add("snapkeeper.scheduler.pingMillis=100");
    lines.add("snapkeeper.scheduler.graceMillis=5000");
    lines.add("snapkeeper.trace=/data/" + TRACE_NAME);
    lines.add("snapkeeper.trace.megabytes=16");
    lines.add("snapkeeper.metrics.port=" + ServerContainer.METRICS_PORT);
    lines.add("snapkeeper.metrics.host=0.0.0.0");
    return new Software(image, Optional.of(writer), lines, List.of(), Map.of(), Map.of());
  }

  boolean hasPlugin() {
    return writer.isPresent();
  }

  /** Whether ZooKeeper itself writes the log, from the start on. */
  boolean logIsZooKeepers() {
    return writer.isEmpty() || writer.get() == WriterMode.OFF;
  }

  Software with(String line) {
    List<String> lines = new ArrayList<>(configuration);
    lines.add(line);
    return new Software(image, writer, lines, jvmFlags, environment, mounts);
  }

  Software withJvmFlag(String flag) {
    List<String> flags = new ArrayList<>(jvmFlags);
    flags.add(flag);
    return new Software(image, writer, configuration, flags, environment, mounts);
  }

  Software withVariable(String name, String value) {
    Map<String, String> variables = new LinkedHashMap<>(environment);
    variables.put(name, value);
    return new Software(image, writer, configuration, jvmFlags, variables, mounts);
  }

  Software withMount(String onThisMachine, String inContainer) {
    Map<String, String> files = new LinkedHashMap<>(mounts);
    files.put(inContainer, onThisMachine);
    return new Software(image, writer, configuration, jvmFlags, environment, files);
  }

  @Override
  public String toString() {
    return writer.map(mode -> "plugin, writer " + mode).orElse("stock");
  }
}
