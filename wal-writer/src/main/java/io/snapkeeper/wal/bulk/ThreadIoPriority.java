package io.snapkeeper.wal.bulk;

import java.io.IOException;

/** The I/O priority of one thread, by the program {@code ionice}. */
final class ThreadIoPriority {

  private final ThreadProgram ionice;

  private ThreadIoPriority(ThreadProgram ionice) {
    this.ionice = ionice;
  }

  /**
   * That of the calling thread.
   *
   * @param program {@code ionice}, or where it is
   * @throws IOException if the kernel does not tell the thread's number
   */
  static ThreadIoPriority ofThisThread(String program) throws IOException {
    return new ThreadIoPriority(ThreadProgram.ofThisThread(program));
  }

  /** Whether nobody has set one for the thread, nor for the process that it inherits from. */
  boolean isDefault() throws IOException, InterruptedException {
    String answer = ionice.run();
    return answer.startsWith("none") || answer.equals("best-effort: prio 4");
  }

  /**
   * Sets the best-effort class.
   *
   * @param level 0, the first to be served, to 7
   */
  void bestEffort(int level) throws IOException, InterruptedException {
    ionice.run("-c", "2", "-n", Integer.toString(level));
  }
}
