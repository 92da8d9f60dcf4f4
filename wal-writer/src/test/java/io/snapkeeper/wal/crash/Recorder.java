package io.snapkeeper.wal.crash;

/** Where a test adds what it does itself, in its place among what the engine does. */
public interface Recorder {

  /**
   * A file was made.
   *
   * @param file a number that no engine uses: negative
   */
  void created(long file, String name);

  /** A write begins and returns. */
  void written(Operation.Write write);

  /** A caller has been told that so much of the log of this name is on stable storage. */
  void acknowledged(String name, long bytes);
}
