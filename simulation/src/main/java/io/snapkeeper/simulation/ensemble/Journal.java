package io.snapkeeper.simulation.ensemble;

import java.util.Locale;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** What happens in a run, in lines for people; off unless somebody reads it. Not thread-safe. */
public final class Journal {

  private Consumer<String> reader;

  Journal() {}

  /** From now on every step is told to this reader. */
  public void readBy(Consumer<String> newReader) {
    reader = newReader;
  }

  /**
   * @param what is made only if somebody reads it
   */
  void note(long nowMillis, Supplier<String> what) {
    if (reader != null) {
      reader.accept(String.format(Locale.ROOT, "%12.3f s  %s", nowMillis / 1e3, what.get()));
    }
  }
}
