package io.snapkeeper.agent;

import java.lang.instrument.Instrumentation;
import java.lang.reflect.InvocationTargetException;

/**
 * The agent's entry. Compiled for Java 8, so that an old JVM can load it and say that it is too
 * old; everything else is loaded reflectively, after that check.
 *
 * <p>Never prints to stdout, which ZooKeeper's scripts parse, and never ends the JVM: whatever goes
 * wrong here leaves a stock server and one line on stderr.
 */
public final class Premain {

  private static final int OLDEST_JAVA = 17;

  private Premain() {}

  /** Called by the JVM before {@code main}; the agent takes no arguments. */
  public static void premain(String arguments, Instrumentation instrumentation) {
    String java = System.getProperty("java.specification.version", "unknown");
    if (major(java) < OLDEST_JAVA) {
      System.err.println(
          "snapkeeper: this JVM is Java "
              + java
              + "; the plugin needs Java "
              + OLDEST_JAVA
              + " or newer. The server starts without it.");
      return;
    }
    try {
      Class.forName("io.snapkeeper.agent.AgentInstaller")
          .getMethod("install", Instrumentation.class)
          .invoke(null, instrumentation);
    } catch (InvocationTargetException e) {
      reportNotInstalled(e.getCause());
    } catch (ReflectiveOperationException | LinkageError e) {
      reportNotInstalled(e);
    }
  }

  private static void reportNotInstalled(Throwable cause) {
    System.err.println("snapkeeper: not installed, the server starts without the plugin: " + cause);
  }

  /** The feature release: 8 for "1.8", 17 for "17"; 0 if the text is no version. */
  static int major(String specificationVersion) {
    String text =
        specificationVersion.startsWith("1.")
            ? specificationVersion.substring(2)
            : specificationVersion;
    int dot = text.indexOf('.');
    try {
      return Integer.parseInt(dot < 0 ? text : text.substring(0, dot));
    } catch (NumberFormatException e) {
      return 0;
    }
  }
}
