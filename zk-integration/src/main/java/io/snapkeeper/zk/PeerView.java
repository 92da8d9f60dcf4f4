package io.snapkeeper.zk;

/** What status and orders need to know of ZooKeeper's quorum peer. Thread-safe. */
public interface PeerView {

  /** {@code leader}, {@code follower}, {@code observer} or {@code looking}. */
  String role();

  /** The leader this server follows or is; -1 if it knows none. */
  long leaderSid();

  /** The last transaction in this server's tree. */
  long lastProcessedZxid();

  /** The epoch it last accepted; -1 if unknown. */
  long epoch();
}
