package io.snapkeeper.cli.watch;

import io.snapkeeper.cli.watch.WatchText.Size;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * The terminal's size, and keys without Return, through {@code stty}. Where that is missing the
 * view is drawn for 80 columns and ends with Ctrl-C. Thread-safe.
 */
final class TerminalDevice implements AutoCloseable {

  private static final File DEVICE = new File("/dev/tty");
  private static final Size USUAL = new Size(80, 24);

  private final InputStream keys;
  private final Optional<String> saved;
  private boolean closed;

  /**
   * Keys come at once and unseen from now on. Ctrl-C works as ever; Ctrl-Z does not, as it would
   * leave the shell on the alternate screen.
   */
  TerminalDevice(InputStream keys) {
    this.keys = keys;
    saved = stty("-g").map(String::strip).filter(settings -> !settings.isEmpty());
    if (saved.isPresent()) {
      stty("-icanon", "-echo", "susp", "undef");
    }
  }

  /** Asked anew each time, as the window may have changed. */
  Size size() {
    return stty("size").flatMap(TerminalDevice::parse).orElse(USUAL);
  }

  /** Reads "rows columns"; a terminal that does not know says "0 0". */
  static Optional<Size> parse(String answer) {
    String[] words = answer.strip().split(" ", -1);
    if (words.length != 2) {
      return Optional.empty();
    }
    try {
      Size size = new Size(Integer.parseInt(words[1]), Integer.parseInt(words[0]));
      return size.columns() > 0 && size.rows() > 0 ? Optional.of(size) : Optional.empty();
    } catch (NumberFormatException e) {
      return Optional.empty();
    }
  }

  /** Whether {@code q} was pressed since the last call; takes all other keys away. */
  boolean quitPressed() {
    try {
      while (saved.isPresent() && keys.available() > 0) {
        int key = keys.read();
        if (key == 'q' || key == 'Q') {
          return true;
        }
      }
    } catch (IOException e) {
      // No keyboard, then.
      return false;
    }
    return false;
  }

  private static Optional<String> stty(String... arguments) {
    List<String> command = new ArrayList<>(List.of("stty"));
    command.addAll(List.of(arguments));
    try {
      Process stty =
          new ProcessBuilder(command)
              .redirectInput(DEVICE)
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start();
      String answer;
      try (InputStream output = stty.getInputStream()) {
        answer = new String(output.readAllBytes(), StandardCharsets.US_ASCII);
      }
      return stty.waitFor(2, TimeUnit.SECONDS) && stty.exitValue() == 0
          ? Optional.of(answer)
          : Optional.empty();
    } catch (IOException e) {
      return Optional.empty();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Optional.empty();
    }
  }

  /** Sets the keyboard as it was. */
  @Override
  public synchronized void close() {
    if (!closed) {
      closed = true;
      saved.ifPresent(TerminalDevice::stty);
    }
  }
}
