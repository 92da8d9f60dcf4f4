package io.snapkeeper.cli.soak;

import io.snapkeeper.cli.ExitCode;
import io.snapkeeper.cli.Failure;
import io.snapkeeper.cli.simulate.FailedRun;
import io.snapkeeper.simulation.run.SeedFailed;
import io.snapkeeper.simulation.run.Soak;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code snapkeeper soak}. */
@Command(
    name = "soak",
    mixinStandardHelpOptions = true,
    description = {
      "Simulates ensembles of all kinds with the scheduler that the plugin runs, every other one"
          + " under faults, and checks its rules after every event.",
      "Ends with what was run, or at the first rule that is broken."
    })
public final class SoakCommand implements Callable<Integer> {

  private static final Duration BETWEEN_LINES = Duration.ofSeconds(20);

  @Spec private CommandSpec spec;

  @Option(
      names = "--events",
      paramLabel = "N",
      defaultValue = "10000000",
      description = "Steps of schedulers and members to simulate (default ${DEFAULT-VALUE}).")
  private long events;

  @Option(
      names = "--jobs",
      paramLabel = "N",
      description = "Ensembles at a time (default: the number of processors).")
  private int jobs = Runtime.getRuntime().availableProcessors();

  @Option(
      names = "--first-seed",
      paramLabel = "N",
      defaultValue = "1",
      description =
          "Seed of the first ensemble; those after it count on (default ${DEFAULT-VALUE}).")
  private long firstSeed;

  @Option(
      names = "--failures",
      paramLabel = "DIR",
      defaultValue = ".",
      description =
          "Where the run in which a rule is broken is written, for 'simulate --steps @FILE' and to"
              + " attach to a report (default: here).")
  private Path failures;

  private long nextSeed;

  @Override
  public Integer call() throws InterruptedException {
    if (events < 1 || jobs < 1) {
      throw new Failure(
          "--events is " + events + " and --jobs " + jobs + "; both must be at least 1",
          ExitCode.WRONG_USAGE);
    }
    PrintWriter out = spec.commandLine().getOut();
    long startNanos = System.nanoTime();
    long nextLineNanos = startNanos + BETWEEN_LINES.toNanos();
    Soak.Tally all = new Soak.Tally();
    nextSeed = firstSeed;
    ExecutorService executor = Executors.newFixedThreadPool(jobs);
    try {
      ExecutorCompletionService<Soak.Tally> service = new ExecutorCompletionService<>(executor);
      for (int i = 0; i < jobs; i++) {
        submit(service);
      }
      while (all.steps() < events) {
        all.add(finished(service.take()));
        submit(service);
        if (System.nanoTime() >= nextLineNanos) {
          nextLineNanos = System.nanoTime() + BETWEEN_LINES.toNanos();
          out.printf("%5.1f%%  %s%n", 100.0 * all.steps() / events, all);
          out.flush();
        }
      }
    } catch (SeedFailed e) {
      throw FailedRun.written(e, failures);
    } finally {
      executor.shutdownNow();
      // Runs of a few seconds at most; what they would add is not counted.
      executor.awaitTermination(10, TimeUnit.SECONDS);
    }
    out.printf(
        "%s; seeds from %d on, %d at a time, %d s%n",
        all, firstSeed, jobs, Duration.ofNanos(System.nanoTime() - startNanos).toSeconds());
    return 0;
  }

  private void submit(ExecutorCompletionService<Soak.Tally> service) {
    long seed = nextSeed++;
    service.submit(
        () -> {
          Soak.Tally tally = new Soak.Tally();
          Soak.run(seed, tally);
          return tally;
        });
  }

  private static Soak.Tally finished(Future<Soak.Tally> run) throws InterruptedException {
    try {
      return run.get();
    } catch (ExecutionException e) {
      if (e.getCause() instanceof SeedFailed failed) {
        throw failed;
      }
      throw new IllegalStateException("a simulation broke off", e.getCause());
    }
  }
}
