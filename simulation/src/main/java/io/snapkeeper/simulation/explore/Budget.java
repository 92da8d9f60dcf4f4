package io.snapkeeper.simulation.explore;

/** What is bounded, as otherwise there would be states without end. What is not named has 0. */
public enum Budget {
  /** Slots granted, over all terms. */
  SLOTS,
  /** Connections lost, noticed first by either end; a leader that steps down counts as one. */
  LOSSES,
  /** Processes that die; they may start again at any time. */
  CRASHES,
  /** Leaders elected after the first one. */
  ELECTIONS,
  /** Steps of the leader's clock, each of {@link Configuration#leaderTickMillis}. */
  LEADER_TICKS,
  /** Steps of all other servers' clocks together, each of {@link Configuration#tickMillis}. */
  TICKS,
  /** Appends that fire nothing but make a backlog grow by a quarter of its limit. */
  GROWTH,
  /** Snapshots that nobody scheduled and no trigger fired: an admin's command, a leader's start. */
  UNSCHEDULED,
  /** Snapshots that fail, and snapshot threads too busy to begin. */
  FAILURES,
  /** Snapshot threads that begin after their slot was given up for it. */
  LATE_STARTS,
  /** Operators' orders to pause or resume. */
  ORDERS,
  /** Operators' requests for one server's snapshot. */
  REQUESTS,
  /** Changes of a log's queue between empty and too long. */
  DRAINS,
  /** Steps to the next membership. */
  RECONFIGS,
  /** Moments in which a server's log is idle; each tick of a clock is one, too. */
  IDLES,
  /** Pings without a slot that are under way for a while; all others arrive at once. */
  LATE_PINGS
}
