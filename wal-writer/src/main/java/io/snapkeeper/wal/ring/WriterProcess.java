package io.snapkeeper.wal.ring;

import io.snapkeeper.wal.log.HangWatch;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** One writer process and the two pipes between it and its server. */
final class WriterProcess implements Closeable {

  private final Process process;
  private final OutputStream input;
  private final InputStream answers;

  private WriterProcess(Process process) {
    this.process = process;
    this.input = process.getOutputStream();
    this.answers = process.getInputStream();
  }

  /**
   * Starts one.
   *
   * @throws IOException if the binary cannot be run
   */
  static WriterProcess start(List<String> command) throws IOException {
    return new WriterProcess(
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start());
  }

  long pid() {
    return process.pid();
  }

  /** Wakes the writer; one that is dead is noticed by {@link #awaitAnswer}. */
  void ring() {
    send(new byte[] {'s'}, 0, 1);
    flush();
  }

  /** Sends it bytes; one that is dead is noticed where its answer is waited for. */
  void send(byte[] bytes, int offset, int length) {
    try {
      input.write(bytes, offset, length);
    } catch (IOException e) {
      // Its end of the pipe is closed: so is the one that we wait at.
    }
  }

  /** Sends what is left of what was sent. */
  void flush() {
    try {
      input.flush();
    } catch (IOException e) {
      // As above.
    }
  }

  /** Waits for so many bytes. False if it is dead. */
  boolean read(byte[] bytes) {
    try {
      return answers.readNBytes(bytes, 0, bytes.length) == bytes.length;
    } catch (IOException e) {
      return false;
    }
  }

  /** Waits until the writer rings. False if it is dead. */
  boolean awaitAnswer() {
    try {
      return answers.read() >= 0;
    } catch (IOException e) {
      return false;
    }
  }

  /** Kills it if it is still there. True once it can write nothing any more. */
  boolean killAndReap() {
    process.destroyForcibly();
    return awaitEnd();
  }

  private boolean awaitEnd() {
    boolean interrupted = false;
    long end = System.nanoTime() + HangWatch.KILLED_WITHIN.toNanos();
    try {
      while (true) {
        try {
          return process.waitFor(end - System.nanoTime(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
          interrupted = true;
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /** Lets it finish and end by itself, and kills it if it does not. */
  @Override
  public void close() {
    try {
      input.close();
    } catch (IOException e) {
      // It is dead already.
    }
    if (!awaitEnd()) {
      process.destroyForcibly();
    }
  }
}
