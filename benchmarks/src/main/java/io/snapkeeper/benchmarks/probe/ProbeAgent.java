package io.snapkeeper.benchmarks.probe;

import java.lang.instrument.Instrumentation;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import net.bytebuddy.agent.builder.AgentBuilder;
import net.bytebuddy.asm.Advice;
import net.bytebuddy.matcher.ElementMatchers;

/** The agent's entry; its argument is the file to write to. */
public final class ProbeAgent {

  private static final String PERSISTENCE = "org.apache.zookeeper.server.persistence.";

  private ProbeAgent() {}

  /** Called by the JVM before the server's main method. */
  public static void premain(String file, Instrumentation instrumentation) {
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
    try {
      Path jar =
          Path.of(ProbeAgent.class.getProtectionDomain().getCodeSource().getLocation().toURI());
      if (!Files.isRegularFile(jar)) {
        throw new IllegalStateException(
            jar + " is not a jar; run this program from benchmarks/target/benchmarks.jar");
      }
      return "-javaagent:" + jar + "=" + file;
    } catch (URISyntaxException e) {
      throw new IllegalStateException("cannot tell where this program's jar is", e);
    }
  }
}
