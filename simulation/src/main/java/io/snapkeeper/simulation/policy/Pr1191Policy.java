package io.snapkeeper.simulation.policy;

import io.snapkeeper.core.member.MemberConfig;
import io.snapkeeper.core.schedule.SchedulerLimits;
import java.util.Optional;

/**
 * The scheduler proposed for ZooKeeper itself (pull request 1191, ZOOKEEPER-3657), written from its
 * description: see {@link Pr1191Leader} and {@link Pr1191Member}.
 */
public final class Pr1191Policy implements Policy {

  private final long dueTxns;
  private final long dueBytes;

  /**
   * @param dueTxns backlog from which on a member is considered; its own default is 100,000, all of
   *     ZooKeeper's default snapCount
   * @param dueBytes the same in log bytes; its own default is 4 GB
   */
  public Pr1191Policy(long dueTxns, long dueBytes) {
    this.dueTxns = dueTxns;
    this.dueBytes = dueBytes;
  }

  @Override
  public Optional<LeaderSide> leader(
      long epoch, long leaderSid, SchedulerLimits limits, long lastNumber) {
    return Optional.of(new Pr1191Leader(epoch, leaderSid, limits, lastNumber, dueTxns, dueBytes));
  }

  @Override
  public MemberSide member(MemberConfig config, long seed) {
    return new Pr1191Member(config);
  }
}
