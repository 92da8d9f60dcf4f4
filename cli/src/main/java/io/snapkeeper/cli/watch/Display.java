package io.snapkeeper.cli.watch;

/** Where the view is shown. Closing it more than once does nothing. Thread-safe. */
interface Display extends AutoCloseable {

  void show(EnsembleState state, Timeline timeline, DecisionLog log);

  /** Whether somebody still looks. */
  boolean isWanted();

  @Override
  void close();
}
