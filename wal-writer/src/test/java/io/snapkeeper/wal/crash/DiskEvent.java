package io.snapkeeper.wal.crash;

/** One thing that happened to a directory, in the order in which things happened. */
sealed interface DiskEvent {

  /** A call has begun; it may have done anything from none to all of its work. */
  record Begun(long call, Operation operation) implements DiskEvent {}

  /** A call has returned, with success. */
  record Ended(long call) implements DiskEvent {}

  /** A call is over, by an error or with its process: nobody knows what it has done. */
  record Lost(long call) implements DiskEvent {}

  /** A caller has been told that so much of the log of this name is on stable storage. */
  record Acknowledged(String name, long bytes) implements DiskEvent {}
}
