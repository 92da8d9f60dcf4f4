package io.snapkeeper.benchmarks.probe;

import java.io.File;
import java.lang.instrument.Instrumentation;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import net.bytebuddy.agent.builder.AgentBuilder;
import net.bytebuddy.asm.Advice;
import net.bytebuddy.description.method.MethodDescription;
import net.bytebuddy.matcher.ElementMatcher;
import net.bytebuddy.matcher.ElementMatchers;

/**
 * The agent's entry. Its argument is the file to write to, or names something else that it does to
 * the server: each of the flags below has one. A server may have several.
 */
public final class ProbeAgent {

  private static final String PERSISTENCE = "org.apache.zookeeper.server.persistence.";

  private static final String PURGE = "purge:";
  private static final String STOCK_CYCLE = "stock-cycle:";
  private static final String PLUGIN_CYCLE = "plugin-cycle:";
  private static final String UNFORCED = "unforced";

  private ProbeAgent() {}

  /** Called by the JVM before the server's main method. */
  public static void premain(String argument, Instrumentation instrumentation) {
    if (argument.startsWith(PURGE)) {
      String[] secondsAndDirectory = argument.substring(PURGE.length()).split(":", 2);
      PurgeTimer.start(Integer.parseInt(secondsAndDirectory[0]), new File(secondsAndDirectory[1]));
    } else if (argument.startsWith(STOCK_CYCLE)) {
      FirstCycle.ofStock(Long.parseLong(argument.substring(STOCK_CYCLE.length())));
      advise(
          instrumentation,
          "org.apache.zookeeper.server.SyncRequestProcessor",
          ElementMatchers.named("resetSnapshotStats"),
          FirstRollAdvice.class);
    } else if (argument.startsWith(PLUGIN_CYCLE)) {
      FirstCycle.ofPlugin(Long.parseLong(argument.substring(PLUGIN_CYCLE.length())));
      advise(
          instrumentation,
          "io.snapkeeper.zk.member.Member",
          ElementMatchers.<MethodDescription>named("startServing")
              .and(ElementMatchers.takesArguments(3)),
          SeedAdvice.class);
    } else if (argument.equals(UNFORCED)) {
      advise(
          instrumentation,
          "io.snapkeeper.zk.snapshot.StreamedWrite",
          ElementMatchers.named("wrote"),
          UnforcedAdvice.class);
    } else {
      probe(argument, instrumentation);
    }
  }

  private static void advise(
      Instrumentation instrumentation,
      String type,
      ElementMatcher<? super MethodDescription> method,
      Class<?> advice) {
    new AgentBuilder.Default()
        .disableClassFormatChanges()
        .type(ElementMatchers.named(type))
        .transform(
            (builder, description, loader, module, domain) ->
                builder.visit(Advice.to(advice).on(method)))
        .installOn(instrumentation);
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

  /**
   * The flag that lets a server begin at that point of its snapshot cycle.
   *
   * @param plugin whether the plugin decides on its snapshots, or ZooKeeper's own rule
   */
  public static String cycleFlag(CyclePoint point, boolean plugin) {
    return jvmFlag(plugin ? PLUGIN_CYCLE + point.sinceLast() : STOCK_CYCLE + point.untilNext());
  }

  /** The flag that lets the plugin force a streamed snapshot at its end only, as stock does. */
  public static String unforcedFlag() {
    return jvmFlag(UNFORCED);
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
