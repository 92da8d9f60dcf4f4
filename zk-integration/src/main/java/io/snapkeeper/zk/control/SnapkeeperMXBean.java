package io.snapkeeper.zk.control;

/**
 * {@code org.apache.ZooKeeperService:name0=Snapkeeper}. Every server answers the attributes; orders
 * work on the leader and elsewhere fail with the leader's server id.
 */
public interface SnapkeeperMXBean {

  /** The status document as JSON. */
  String getStatusJson();

  /** By which rule this server snapshots: idle, grace, scheduled, paused or stock-rule. */
  String getMode();

  /** The leader's server id, -1 if this server knows none. */
  long getLeader();

  /** Holds snapshots back up to the hard limit, for 1 to 86,400 seconds. */
  String pause(long seconds);

  /** Switches slots off, so that every server follows ZooKeeper's rule, for 1 to 86,400 seconds. */
  String off(long seconds);

  /** Ends a pause or an off. */
  String resume();

  /** Asks for a snapshot of one member as soon as that is safe. */
  String snapshotNow(long sid);

  /** Changes a limit of the scheduler for this leader's term. */
  String setLimit(String name, long value);
}
