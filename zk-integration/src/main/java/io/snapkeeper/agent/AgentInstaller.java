package io.snapkeeper.agent;

import java.lang.instrument.Instrumentation;

/** Changes ZooKeeper's classes. Needs Java 17; {@link Premain} has checked that. */
public final class AgentInstaller {

  private AgentInstaller() {}

  /** Called reflectively by {@link Premain}. */
  public static void install(Instrumentation instrumentation) {
    install(instrumentation, ClassLoader.getSystemClassLoader());
  }

  /**
   * Changes the classes that this loader knows, at once; one that it does not know, in whichever
   * loader it comes up.
   *
   * @param servers the class loader in which a server's {@code main} runs
   */
  static void install(Instrumentation instrumentation, ClassLoader servers) {
    change(instrumentation, servers, AdviceTransformer.ofQuorumPeerMain());
    change(instrumentation, servers, AdviceTransformer.ofPurgeTask());
    change(instrumentation, servers, AdviceTransformer.ofStandAloneServer());
  }

  // While there is a transformer, the JVM reads the file of each class that it loads and shows it
  // to the transformer, even where it has the class in an archive.
  private static void change(
      Instrumentation instrumentation, ClassLoader servers, AdviceTransformer transformer) {
    instrumentation.addTransformer(transformer);
    if (load(servers, transformer.target())) {
      instrumentation.removeTransformer(transformer);
    }
  }

  /** Whether there is such a class now; its code has not run. */
  private static boolean load(ClassLoader servers, String name) {
    try {
      Class.forName(name, false, servers);
      return true;
    } catch (ClassNotFoundException | LinkageError e) {
      return false;
    }
  }
}
