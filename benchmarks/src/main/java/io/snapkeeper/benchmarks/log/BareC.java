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
 * What the disk and the kernel need for the same blocks, and nothing else: a loop in C. Compiled
 * when it is opened, with {@code cc}.
 */
final class BareC implements AutoCloseable {

  private static final String SOURCE = "bare.c";

  private final Path directory;
  private final Path program;

  private BareC(Path directory) {
    this.directory = directory;
    this.program = directory.resolve("bare");
  }

  /**
   * Compiles it.
   *
   * @throws IOException if there is no C compiler
   */
  static BareC compile() throws IOException, InterruptedException {
    BareC bare = new BareC(Files.createTempDirectory("snapkeeper-bare-"));
    try (InputStream source = BareC.class.getResourceAsStream(SOURCE)) {
      Path copy = bare.directory.resolve(SOURCE);
      Files.copy(source, copy);
      run(List.of("cc", "-std=c11", "-O2", "-o", bare.program.toString(), copy.toString()));
      return bare;
    } catch (IOException | InterruptedException e) {
      bare.close();
      throw e;
    }
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
      List<Long> lines =
          run(
              List.of(
                  program.toString(),
                  log.resolve("bare").toString(),
                  Integer.toString(recordBytes),
                  Integer.toString(perSecond),
                  Double.toString(warmUpSeconds),
                  Double.toString(seconds)));
      Histogram nanos = new Histogram(3);
      lines.subList(1, lines.size()).forEach(nanos::recordValue);
      return CommitFigures.of(nanos, lines.get(0));
    } finally {
      FileTree.delete(log);
    }
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
