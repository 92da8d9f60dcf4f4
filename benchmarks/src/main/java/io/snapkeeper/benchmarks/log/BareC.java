package io.snapkeeper.benchmarks.log;

import io.snapkeeper.benchmarks.disk.FileTree;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.HdrHistogram.Histogram;

/**
 * What the disk and the kernel need, and nothing else, by loops in C: for the same blocks, and for
 * the way to another process and back. Compiled when it is opened, with {@code cc}.
 */
final class BareC implements AutoCloseable {

  private static final String COMMITS = "bare";
  private static final String WAKE_UPS = "wake_ups";

  private final Path directory;

  private BareC(Path directory) {
    this.directory = directory;
  }

  /**
   * Compiles them.
   *
   * @throws IOException if there is no C compiler
   */
  static BareC compile() throws IOException, InterruptedException {
    BareC bare = new BareC(Files.createTempDirectory("snapkeeper-bare-"));
    try {
      bare.compile(COMMITS);
      bare.compile(WAKE_UPS);
      return bare;
    } catch (IOException | InterruptedException e) {
      bare.close();
      throw e;
    }
  }

  private void compile(String program) throws IOException, InterruptedException {
    Path copy = directory.resolve(program + ".c");
    try (InputStream source = BareC.class.getResourceAsStream(program + ".c")) {
      Files.copy(source, copy);
    }
    run(List.of("cc", "-std=c11", "-O2", "-o", path(program), copy.toString()));
  }

  private String path(String program) {
    return directory.resolve(program).toString();
  }

  /** Wakes another process and is woken by it, again and again; a round counts as a commit. */
  CommitFigures wakeUps(double seconds) throws IOException, InterruptedException {
    return figures(run(List.of(path(WAKE_UPS), Double.toString(seconds))));
  }

  /**
   * Commits for some time.
   *
   * @param parent on the disk that is measured
   */
  CommitFigures measure(
      Path parent, int recordBytes, int perSecond, double warmUpSeconds, double seconds)
      throws IOException, InterruptedException {
    Path log = Files.createTempDirectory(parent, "log-");
    try {
      return figures(
          run(
              List.of(
                  path(COMMITS),
                  log.resolve("bare").toString(),
                  Integer.toString(recordBytes),
                  Integer.toString(perSecond),
                  Double.toString(warmUpSeconds),
                  Double.toString(seconds))));
    } finally {
      FileTree.delete(log);
    }
  }

  /**
   * @param printed the CPU time, and how long each took, in nanoseconds
   */
  private static CommitFigures figures(List<Long> printed) {
    Histogram nanos = new Histogram(3);
    printed.subList(1, printed.size()).forEach(nanos::recordValue);
    return CommitFigures.of(nanos, printed.get(0));
  }

  /** What it printed, one number a line. */
  private static List<Long> run(List<String> command) throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    try (BufferedReader lines = process.inputReader()) {
      List<Long> numbers = lines.lines().map(Long::valueOf).toList();
      int status = process.waitFor();
      if (status != 0) {
        throw new IOException(String.join(" ", command) + " ended with " + status);
      }
      return numbers;
    } finally {
      process.destroyForcibly();
    }
  }

  @Override
  public void close() throws IOException {
    FileTree.delete(directory);
  }
}
