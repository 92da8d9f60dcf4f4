package io.snapkeeper.ensemble.flash;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Locale;

/** Orders to a running emulator. Thread-safe. */
public final class DiskControl {

  private final Path file;

  DiskControl(Path file) {
    this.file = file;
  }

  /**
   * From now on the disk answers nothing for so long.
   *
   * @param duration up to a minute
   */
  public void stall(Duration duration) {
    order(String.format(Locale.ROOT, "stall %.3f", duration.toMillis() / 1e3));
  }

  /**
   * Changes the bandwidth of commands that are yet to come.
   *
   * @param megabytesPerSecond in 10^6 bytes/s, 1..100000
   */
  public void changeBandwidth(int megabytesPerSecond) {
    order("bandwidth " + megabytesPerSecond);
  }

  /**
   * The next so many writes of the disk fail; what of them is on it is not defined.
   *
   * @param count 0: none fails any more
   */
  public void failWrites(int count) {
    order("fail " + count);
  }

  /**
   * From now on the disk answers nothing: each read, write and flush is held until {@link #goOn}.
   */
  public void hang() {
    order("hang");
  }

  /** Ends {@link #hang}: the disk does what it was asked meanwhile. */
  public void goOn() {
    order("go-on");
  }

  /**
   * The power fails: what is in the volatile cache is lost or not, sector by sector, and each read,
   * write and flush fails until {@link #powerOn}.
   *
   * @param writes it fails at this write from now on, 1 for the next one; 0: at once
   * @param seed by which half of the sectors is kept; 0: none is
   */
  void cutPower(int writes, long seed) {
    order("cut %d %s".formatted(writes, Long.toUnsignedString(seed)));
  }

  /** Ends {@link #cutPower}. */
  void powerOn() {
    order("power-on");
  }

  private void order(String order) {
    try {
      Files.writeString(file, order, StandardOpenOption.WRITE);
    } catch (IOException e) {
      throw new UncheckedIOException("the emulated disk refused \"" + order + "\"", e);
    }
  }
}
