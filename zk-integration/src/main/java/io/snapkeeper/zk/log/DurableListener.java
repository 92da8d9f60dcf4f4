package io.snapkeeper.zk.log;

/** Who wants to know how far a log is on stable storage. Called by the thread that writes it. */
interface DurableListener {

  /** Nobody does. */
  DurableListener NONE =
      new DurableListener() {
        @Override
        public void begun(String logName, long bytes) {}

        @Override
        public void appended() {}

        @Override
        public void durableUpTo(long bytes) {}

        @Override
        public void noMore() {}
      };

  /** A file has begun, and so much of it is on stable storage; nothing was appended yet. */
  void begun(String logName, long bytes);

  /** A commit is to come, and may take as long as the disk likes. Waits for nothing. */
  void appended();

  /** So much of the present file is on stable storage. Waits for nothing. */
  void durableUpTo(long bytes);

  /** From now on ZooKeeper writes the log. */
  void noMore();
}
