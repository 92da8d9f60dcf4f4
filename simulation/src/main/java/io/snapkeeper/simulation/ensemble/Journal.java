package io.snapkeeper.simulation.ensemble;

import io.snapkeeper.simulation.ensemble.Agenda.Kind;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** What happens in a run, in lines for people; off unless somebody reads it. Not thread-safe. */
public final class Journal {

  /** Pings and samples are too many, and the other kinds have words of their own. */
  private static final Set<Kind> STEPS =
      EnumSet.of(
          Kind.CRASHED_SERVER_IS_BACK,
          Kind.PAUSE_ENDS,
          Kind.ISOLATION_ENDS,
          Kind.DISK_RECOVERS,
          Kind.SILENCE_NOTICED,
          Kind.SNAPSHOT_ENDS,
          Kind.SNAPSHOT_STARTS,
          Kind.ELECTION,
          Kind.RECONFIG_ENDS,
          Kind.SCHEDULER_IS_BACK);

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

  /**
   * An entry of the agenda is due.
   *
   * @param server null for the whole ensemble
   */
  void step(long nowMillis, Kind kind, Server server) {
    if (reader != null && STEPS.contains(kind)) {
      String words = kind.name().toLowerCase(Locale.ROOT).replace('_', ' ');
      note(nowMillis, () -> server == null ? words : words + ": " + server);
    }
  }
}
