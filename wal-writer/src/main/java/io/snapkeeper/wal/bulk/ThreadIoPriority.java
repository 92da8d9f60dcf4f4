package io.snapkeeper.wal.bulk;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * The I/O priority of one thread, by the program {@code ionice} of util-linux or BusyBox: the JVM
 * has no call for it.
 */
final class ThreadIoPriority {

  /** A program that sets a number; where it takes so long, the machine has other troubles. */
  private static final long PATIENCE_SECONDS = 5;

  private static final Path THIS_THREAD = Path.of("/proc/thread-self");

  private final String program;
  private final String threadId;

  private ThreadIoPriority(String program, String threadId) {
    this.program = program;
    this.threadId = threadId;
  }

  /**
   * That of the calling thread.
   *
   * @param program {@code ionice}, or where it is
   * @throws IOException if the kernel does not tell the thread's number
   */
  static ThreadIoPriority ofThisThread(String program) throws IOException {
    return new ThreadIoPriority(
        program, Files.readSymbolicLink(THIS_THREAD).getFileName().toString());
  }

  /** Whether nobody has set one for the thread, nor for the process that it inherits from. */
  boolean isDefault() throws IOException, InterruptedException {
    String answer = run();
    return answer.startsWith("none") || answer.equals("best-effort: prio 4");
  }

  /**
   * Sets the best-effort class.
   *
   * @param level 0, the first to be served, to 7
   */
  void bestEffort(int level) throws IOException, InterruptedException {
    run("-c", "2", "-n", Integer.toString(level));
  }

  private String run(String... options) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of(program));
    command.addAll(List.of(options));
    command.addAll(List.of("-p", threadId));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    process.getOutputStream().close();
    try {
      if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
        throw new IOException(command + " did not end within " + PATIENCE_SECONDS + " s");
      }
      String answer =
          new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
      if (process.exitValue() != 0) {
        throw new IOException(command + " ended with " + process.exitValue() + ": " + answer);
      }
      return answer;
    } finally {
      process.destroyForcibly();
    }
  }
}
