package io.snapkeeper.benchmarks.ensemble;

import io.snapkeeper.ensemble.EnsembleSpec;
import io.snapkeeper.ensemble.ServerLibraries;

/** What is compared. */
enum Variant {
  SNAPSHOTS_OFF("snapshots off") {
    @Override
    EnsembleSpec.Builder apply(EnsembleSpec.Builder builder, int snapCount) {
      return builder.jvmFlag("-Dzookeeper.snapCount=100000000");
    }
  },
  STOCK("stock") {
    @Override
    EnsembleSpec.Builder apply(EnsembleSpec.Builder builder, int snapCount) {
      return builder.jvmFlag("-Dzookeeper.snapCount=" + snapCount);
    }
  },
  PLUGIN("plugin") {
    @Override
    EnsembleSpec.Builder apply(EnsembleSpec.Builder builder, int snapCount) {
      return builder
          .jvmFlag("-Dzookeeper.snapCount=" + snapCount)
          // The pace is raised a hundredfold against a real ensemble; so is the leader's.
          .config("snapkeeper.scheduler.pingMillis", "100")
          .agent(ServerLibraries.fromSystemProperty().agentJar());
    }
  };

  private final String title;

  Variant(String title) {
    this.title = title;
  }

  String title() {
    return title;
  }

  abstract EnsembleSpec.Builder apply(EnsembleSpec.Builder builder, int snapCount);
}
