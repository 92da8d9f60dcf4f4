package io.snapkeeper.agent;

import java.lang.instrument.Instrumentation;

/** Installs the class transformers. Needs Java 17; {@link Premain} has checked that. */
public final class AgentInstaller {

  private AgentInstaller() {}

  /** Called reflectively by {@link Premain}. */
  public static void install(Instrumentation instrumentation) {
    instrumentation.addTransformer(AdviceTransformer.ofQuorumPeerMain());
    instrumentation.addTransformer(AdviceTransformer.ofPurgeTask());
  }
}
