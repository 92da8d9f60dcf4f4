package io.snapkeeper.benchmarks.probe;

import java.io.File;
import java.lang.instrument.Instrumentation;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import net.bytebuddy.agent.builder.AgentBuilder;
import net.bytebuddy.asm.Advice;
import net.bytebuddy.matcher.ElementMatchers;

/**
 * The agent's entry. Its argument is the file to write to, or tells the purge timer its seconds and
 * its directory.
 */
public final class ProbeAgent {

  private static final String PERSISTENCE = "org.apache.zookeeper.server.persistence.";

  private static final String PURGE = "purge:";

  private ProbeAgent() {}

  /** Called by the JVM before the server's main method. */
  public static void premain(String argument, Instrumentation instrumentation) {
    if (argument.startsWith(PURGE)) {
      String[] secondsAndDirectory = argument.substring(PURGE.length()).split(":", 2);
      PurgeTimer.start(Integer.parseInt(secondsAndDirectory[0]), new File(secondsAndDirectory[1]));
    } else {
      probe(argument, instrumentation);
    }
  }

  private static void probe(String file, Instrumentation instrumentation) {
    new AgentBuilder.Default()
        .disableClassFormatChanges()
        .type(ElementMatchers.named(PERSISTENCE + "FileTxnLog"))
        .transform(
            (builder, type, loader, module, domain) ->
                builder.visit(
                    Advice.to(CommitAdvice.class)
                        .on(
                            ElementMatchers.named("commit")
                                .and(ElementMatchers.takesNoArguments()))))
        .type(ElementMatchers.named(PERSISTENCE + "FileTxnSnapLog"))
        .transform(
            (builder, type, loader, module, domain) ->
                builder.visit(Advice.to(SaveAdvice.class).on(ElementMatchers.named("save"))))
        .installOn(instrumentation);
    Probe.start(Path.of(file));
  }

  /**
   * The flag that puts the probe into a server.
   *
   * @param file absolute, written anew
   * @throws IllegalStateException if this program does not run from its jar
   */
  public static String jvmFlag(Path file) {
    return jvmFlag(file.toString());
  }

  /**
   * The flag that lets a server purge once, so many seconds after its start.
   *
   * @param directory dataDir of zoo.cfg
   * @throws IllegalStateException if this program does not run from its jar
   */
  public static String purgeFlag(int seconds, Path directory) {
    return jvmFlag(PURGE + seconds + ":" + directory);
  }

  private static String jvmFlag(String argument) {
    try {
      Path jar =
          Path.of(ProbeAgent.class.getProtectionDomain().getCodeSource().getLocation().toURI());
      if (!Files.isRegularFile(jar)) {
        throw new IllegalStateException(
            jar + " is not a jar; run this program from benchmarks/target/benchmarks.jar");
      }
      return "-javaagent:" + jar + "=" + argument;
    } catch (URISyntaxException e) {
      throw new IllegalStateException("cannot tell where this program's jar is", e);
    }
  }
}
