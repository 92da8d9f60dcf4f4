package io.snapkeeper.cli.simulate;

import io.snapkeeper.cli.ProgressLine;
import io.snapkeeper.simulation.run.PolicyName;
import io.snapkeeper.simulation.run.SimulationResult;
import io.snapkeeper.simulation.run.SimulationSpec;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletionService;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/**
 * Runs every ensemble under every policy, as many at a time as there are processors. Each single
 * run is deterministic, so the results do not depend on how many run at once.
 */
final class Batch {

  private static final long TICK_MILLIS = 200;

  private record Job(int number, SimulationSpec spec, PolicyName policy) {

    /** How long it takes compared with others: what each server does, for each simulated hour. */
    double weight() {
      return (spec.voters() + spec.observers()) * spec.hours();
    }
  }

  private final Engine engine;
  private final ProgressLine progress;
  private final int atOnce;

  /**
   * @param atOnce how many runs go on at a time, at least 1
   */
  Batch(Engine engine, ProgressLine progress, int atOnce) {
    this.engine = engine;
    this.progress = progress;
    this.atOnce = atOnce;
  }

  /**
   * @return one comparison for each of {@code specs}, in their order
   * @throws RuntimeException what the first run that failed threw; the others are broken off
   */
  List<Comparison> run(List<SimulationSpec> specs, List<PolicyName> policies)
      throws InterruptedException {
    List<Job> jobs = new ArrayList<>();
    for (SimulationSpec spec : specs) {
      for (PolicyName policy : policies) {
        jobs.add(new Job(jobs.size(), spec, policy));
      }
    }
    List<SimulationResult> results = runAll(jobs);
    List<Comparison> comparisons = new ArrayList<>();
    for (int first = 0; first < jobs.size(); first += policies.size()) {
      Map<PolicyName, SimulationResult> byPolicy = new EnumMap<>(PolicyName.class);
      for (int i = 0; i < policies.size(); i++) {
        byPolicy.put(policies.get(i), results.get(first + i));
      }
      comparisons.add(new Comparison(jobs.get(first).spec(), byPolicy));
    }
    return comparisons;
  }

  private List<SimulationResult> runAll(List<Job> jobs) throws InterruptedException {
    Done done = new Done(jobs);
    ExecutorService executor = Executors.newFixedThreadPool(Math.min(atOnce, jobs.size()));
    try {
      CompletionService<SimulationResult> service = new ExecutorCompletionService<>(executor);
      List<Future<SimulationResult>> futures = new ArrayList<>();
      for (Job job : jobs) {
        futures.add(
            service.submit(
                () ->
                    engine.run(job.spec(), job.policy(), part -> done.report(job.number(), part))));
      }
      int finished = 0;
      while (finished < jobs.size()) {
        Future<SimulationResult> next = service.poll(TICK_MILLIS, TimeUnit.MILLISECONDS);
        if (next != null) {
          resultOf(next);
          finished++;
        }
        progress.show(done.fraction(), finished + " of " + jobs.size() + " runs done");
      }
      List<SimulationResult> results = new ArrayList<>();
      for (Future<SimulationResult> future : futures) {
        results.add(resultOf(future));
      }
      return results;
    } finally {
      done.breakOff();
      executor.shutdownNow();
      progress.close();
    }
  }

  private static SimulationResult resultOf(Future<SimulationResult> future)
      throws InterruptedException {
    try {
      return future.get();
    } catch (ExecutionException e) {
      if (e.getCause() instanceof RuntimeException cause) {
        throw cause;
      }
      if (e.getCause() instanceof Error cause) {
        throw cause;
      }
      throw new IllegalStateException("a simulation failed", e.getCause());
    }
  }

  /** How much of each run is done. Thread-safe. */
  private static final class Done {
    private final double[] parts;
    private final double[] weights;
    private boolean brokenOff;

    Done(List<Job> jobs) {
      parts = new double[jobs.size()];
      weights = jobs.stream().mapToDouble(Job::weight).toArray();
    }

    synchronized void report(int number, double part) {
      if (brokenOff) {
        throw new CancellationException("another run has failed");
      }
      parts[number] = Math.max(parts[number], Math.min(1, part));
    }

    synchronized void breakOff() {
      brokenOff = true;
    }

    synchronized double fraction() {
      double done = 0;
      double all = 0;
      for (int i = 0; i < parts.length; i++) {
        done += weights[i] * parts[i];
        all += weights[i];
      }
      return done / all;
    }
  }
}
