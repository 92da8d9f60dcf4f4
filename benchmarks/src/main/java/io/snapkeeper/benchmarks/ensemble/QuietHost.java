package io.snapkeeper.benchmarks.ensemble;

import io.snapkeeper.ensemble.HostCpu;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.Option;

/**
 * Begins runs when the machine's host is quiet, and makes those again that it disturbed, whatever
 * they showed.
 */
public final class QuietHost {

  private static final long PROBE_MILLIS = 3_000;

  @Option(
      names = "--steal-percent-max",
      paramLabel = "P",
      defaultValue = "5",
      description =
          "A run in whose measured time the machine's host took more than this share of its CPU time"
              + " is made again (${DEFAULT-VALUE}).")
  private double percentMax;

  @Option(
      names = "--tries",
      defaultValue = "3",
      description =
          "Runs to make at most for one; of those that were disturbed the least disturbed one counts"
              + " (${DEFAULT-VALUE}).")
  private int tries;

  @Option(
      names = "--await-quiet-seconds",
      paramLabel = "S",
      defaultValue = "60",
      description =
          "Wait up to so long before each run until the host leaves all CPUs to this machine"
              + " (${DEFAULT-VALUE}).")
  private int awaitSeconds;

  private int repeated;
  private int disturbed;

  /** A run that says which of its time is measured. */
  public interface Run<T> {
    T measure(Window window) throws Exception;
  }

  /** The measured time of a run; all of it if it does not say. */
  public final class Window {
    private HostCpu steal = HostCpu.start();
    private double percent = -1;

    /** It begins now. */
    public void begin() {
      steal = HostCpu.start();
    }

    /**
     * It begins once the host leaves this machine the CPU time that its load wants, or does not for
     * long; for runs whose load may go on meanwhile.
     */
    public void beginWhenQuiet() throws InterruptedException {
      long end = System.nanoTime() + Duration.ofSeconds(awaitSeconds).toNanos();
      HostCpu probe;
      do {
        probe = HostCpu.start();
        Thread.sleep(PROBE_MILLIS);
      } while (probe.stealPercent() > percentMax && System.nanoTime() < end);
      begin();
    }

    /** It has ended. */
    public void end() {
      percent = steal.stealPercent();
    }

    private double percent() {
      return percent < 0 ? steal.stealPercent() : percent;
    }
  }

  /** Makes a run, and says what became of it if the host was not quiet. */
  public <T> T measure(PrintWriter out, Run<T> run) throws Exception {
    T least = null;
    double leastPercent = Double.MAX_VALUE;
    for (int attempt = 1; ; attempt++) {
      awaitQuiet();
      Window window = new Window();
      T result = run.measure(window);
      double percent = window.percent();
      if (percent <= percentMax) {
        return result;
      }
      if (percent < leastPercent) {
        least = result;
        leastPercent = percent;
      }
      if (attempt >= tries) {
        disturbed++;
        out.printf(
            Locale.ROOT,
            "the host took %.0f%% of the CPU; the one with %.0f%% is kept%n",
            percent,
            leastPercent);
        return least;
      }
      repeated++;
      out.printf(Locale.ROOT, "the host took %.0f%% of the CPU; measured again%n", percent);
      out.flush();
    }
  }

  private void awaitQuiet() throws InterruptedException {
    long end = System.nanoTime() + Duration.ofSeconds(awaitSeconds).toNanos();
    while (System.nanoTime() < end && percentWhenBusy() > percentMax) {
      Thread.sleep(1_000);
    }
  }

  /** What the host takes of CPUs that are all wanted: of idle ones it takes nothing. */
  private static double percentWhenBusy() throws InterruptedException {
    HostCpu steal = HostCpu.start();
    long end = System.nanoTime() + Duration.ofSeconds(2).toNanos();
    List<Thread> spinning = new ArrayList<>();
    for (int i = 0; i < Runtime.getRuntime().availableProcessors(); i++) {
      Thread thread =
          new Thread(
              () -> {
                while (System.nanoTime() < end) {
                  Thread.onSpinWait();
                }
              },
              "spinning-" + i);
      thread.start();
      spinning.add(thread);
    }
    for (Thread thread : spinning) {
      thread.join();
    }
    return steal.stealPercent();
  }

  /** For the text above a table. */
  public String summary() {
    return String.format(
        Locale.ROOT,
        "%d runs in which the host took more than %.0f%% of the CPU were made again, %d such are in"
            + " the table",
        repeated,
        percentMax,
        disturbed);
  }
}
