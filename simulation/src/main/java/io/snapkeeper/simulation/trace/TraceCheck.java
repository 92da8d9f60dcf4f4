package io.snapkeeper.simulation.trace;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Checks the traces of real servers against the model, which is the production core itself: every
 * recorded step is taken again in fresh state machines and must lead to the recorded answers, no
 * rule of the schedule may be broken, and the servers of one run must agree on what was said.
 */
public final class TraceCheck {

  private TraceCheck() {}

  /**
   * Checks one trace by itself, or those of all servers with the plugin of one run.
   *
   * @throws TraceRefused at the first line that the model does not allow
   * @throws IOException if one cannot be read
   */
  public static TraceVerdict of(List<TraceSource> sources) throws IOException {
    List<FileReplay> replays = new ArrayList<>();
    for (TraceSource source : sources) {
      replays.add(FileReplay.of(source));
    }
    Optional<RunFigures> run =
        replays.size() > 1 ? Optional.of(RunComparison.of(replays)) : Optional.empty();
    return new TraceVerdict(replays.stream().map(FileReplay::figures).toList(), run);
  }
}
