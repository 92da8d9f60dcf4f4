package io.snapkeeper.benchmarks.flash;

import io.snapkeeper.benchmarks.probe.ProbeAgent;
import io.snapkeeper.ensemble.EnsembleSpec;
import java.nio.file.Path;

/** Who takes snapshots when, and how they and the log are written. */
enum SnapshotVariant {
  OFF("snapshots off", "", ""),
  STOCK("stock", "", ""),
  STREAM("slots, ZooKeeper's own stream", "stock", "off"),
  FORCED("slots, its stream forced every 8 MiB", "stock", "off"),
  DIRECT("slots, direct paced snapshots", "direct", "off"),
  IN_PROCESS("all, log from inside the server", "direct", "in-process"),
  PROCESS("all, log by a process", "direct", "process");

  /** None becomes due within any run. */
  private static final int NEVER = 100_000_000;

  private final String title;
  private final String snapshots;
  private final String writer;

  /**
   * @param snapshots and writer: values of the plugin's keys; empty: without the plugin
   */
  SnapshotVariant(String title, String snapshots, String writer) {
    this.title = title;
    this.snapshots = snapshots;
    this.writer = writer;
  }

  String title() {
    return title;
  }

  boolean takesSnapshots() {
    return this != OFF;
  }

  boolean hasPlugin() {
    return !snapshots.isEmpty();
  }

  void apply(EnsembleSpec.Builder builder, int snapCount, Path agentJar) {
    builder.jvmFlag("-Dzookeeper.snapCount=" + (this == OFF ? NEVER : snapCount));
    if (hasPlugin()) {
      builder
          .agent(agentJar)
          .config("snapkeeper.scheduler", "on")
          .config("snapkeeper.snapshots", snapshots)
          .config("snapkeeper.writer", writer)
          // The pace is raised a hundredfold against a real ensemble; so is the leader's.
          .config("snapkeeper.scheduler.pingMillis", "100");
    }
    if (this == STREAM) {
      builder.jvmFlag(ProbeAgent.unforcedFlag());
    }
  }
}
