package io.snapkeeper.wal.bulk;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A program of util-linux or BusyBox that sets one number of one thread, for which the JVM has no
 * call.
 */
final class ThreadProgram {

  /** A program that sets a number; where it takes so long, the machine has other troubles. */
  private static final long PATIENCE_SECONDS = 5;

  private static final Path THIS_THREAD = Path.of("/proc/thread-self");

  private final String program;
  private final String threadId;

  private ThreadProgram(String program, String threadId) {
    this.program = program;
    this.threadId = threadId;
  }

  /**
   * One that is run for the calling thread.
   *
   * @param program its name, or where it is
   * @throws IOException if the kernel does not tell the thread's number
   */
  static ThreadProgram ofThisThread(String program) throws IOException {
    return new ThreadProgram(program, Files.readSymbolicLink(THIS_THREAD).getFileName().toString());
  }

  /**
   * Runs it with these options and {@code -p}, the thread.
   *
   * @return what it says
   * @throws IOException if it cannot be run or fails; says what it said
   */
  String run(String... options) throws IOException, InterruptedException {
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
