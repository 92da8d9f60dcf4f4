package io.snapkeeper.simulation.trace;

import java.util.List;
import java.util.Optional;

/**
 * Traces that the model allows.
 *
 * @param files what was replayed of each
 * @param run what was held against each other; empty for a single trace
 */
public record TraceVerdict(List<FileFigures> files, Optional<RunFigures> run) {

  public TraceVerdict {
    files = List.copyOf(files);
  }
}
