package io.snapkeeper.zk.log;

/** Who wants to know how far a log is on stable storage. Called by the thread that writes it. */
interface DurableListener {

  /** Nobody does. */
  DurableListener NONE =
      new DurableListener() {
        @Override
        public void begun(String logName, long bytes) {}

        @Override
        public void durableUpTo(long bytes) {}
      };

  /** A file has begun, and so much of it is on stable storage; nothing was appended yet. */
  void begun(String logName, long bytes);

  /** So much of the present file is on stable storage. Waits for nothing. */
  void durableUpTo(long bytes);
}
