package io.snapkeeper.cli.demo;

import io.snapkeeper.ensemble.LoadFigures;
import io.snapkeeper.ensemble.OpenLoopLoad;
import java.util.Optional;

/** What the screen shows, set by the run and read by the screen's thread. Thread-safe. */
final class LiveState {

  private ServerPoller poller;
  private OpenLoopLoad load;
  private long nodesLoaded;
  private long nodesWanted;

  synchronized void attach(ServerPoller newPoller, OpenLoopLoad newLoad) {
    poller = newPoller;
    load = newLoad;
  }

  synchronized void detach() {
    poller = null;
    load = null;
    nodesLoaded = 0;
    nodesWanted = 0;
  }

  synchronized void treeLoaded(long done, long wanted) {
    nodesLoaded = done;
    nodesWanted = wanted;
  }

  synchronized EnsembleView view() {
    return poller == null ? EnsembleView.EMPTY : poller.latest();
  }

  synchronized Optional<LoadFigures> figures() {
    return load == null ? Optional.empty() : Optional.of(load.figures());
  }

  /** "61,000 of 90,000 nodes", empty before the first. */
  synchronized String tree() {
    return nodesWanted == 0 ? "" : "%,d of %,d nodes".formatted(nodesLoaded, nodesWanted);
  }
}
