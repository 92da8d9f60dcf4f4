package io.snapkeeper.benchmarks.flash;

import io.snapkeeper.ensemble.EnsembleSpec;
import io.snapkeeper.ensemble.ServerLibraries;

/** Who takes snapshots when, and how they are written. */
enum SnapshotVariant {
  OFF("snapshots off", false, ""),
  STOCK("stock", false, ""),
  SCHEDULER("scheduler alone", true, "stock"),
  DIRECT("scheduler, direct paced snapshots", true, "direct");

  /** None becomes due within any run. */
  private static final int NEVER = 100_000_000;

  private final String title;
  private final boolean plugin;
  private final String snapshots;

  SnapshotVariant(String title, boolean plugin, String snapshots) {
    this.title = title;
    this.plugin = plugin;
    this.snapshots = snapshots;
  }

  String title() {
    return title;
  }

  boolean hasPlugin() {
    return plugin;
  }

  void apply(EnsembleSpec.Builder builder, int snapCount) {
    builder.jvmFlag("-Dzookeeper.snapCount=" + (this == OFF ? NEVER : snapCount));
    if (plugin) {
      builder
          .agent(ServerLibraries.fromSystemProperty().agentJar())
          .config("snapkeeper.snapshots", snapshots)
          // The pace is raised a hundredfold against a real ensemble; so is the leader's.
          .config("snapkeeper.scheduler.pingMillis", "100");
    }
  }
}
