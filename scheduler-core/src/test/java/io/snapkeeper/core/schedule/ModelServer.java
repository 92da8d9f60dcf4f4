package io.snapkeeper.core.schedule;

import io.snapkeeper.core.report.Report;
import io.snapkeeper.core.report.SlotState;
import io.snapkeeper.core.wire.LeaderMessage;
import java.util.Optional;

/** A server that does what the production member never does, such as to keep silent of its slot. */
final class ModelServer implements ScenarioServer {

  private final ModelMember member;
  private long newestOrder;

  ModelServer(long sid, Report.Limits limits) {
    member = new ModelMember(sid, limits, 0);
  }

  /** What becomes of its slot, whatever would have. */
  void force(long nowMillis, SlotState how) {
    member.force(nowMillis, how);
  }

  @Override
  public void connect(long nowMillis, long epoch) {
    // It serves whoever asks, and keeps a slot of an earlier leader.
  }

  @Override
  public void disconnect(long nowMillis) {
    member.leave();
  }

  @Override
  public void loseLeader(long nowMillis) {
    // It keeps what it has.
  }

  @Override
  public void advance(long nowMillis, double txns) {
    member.advance(nowMillis, txns, txns * ModelMember.BYTES_PER_TXN);
  }

  @Override
  public void hear(long nowMillis, LeaderMessage message) {
    if (message.override().version() >= newestOrder) {
      newestOrder = message.override().version();
      member.hear(message.override());
    }
    message.grant().ifPresent(grant -> take(nowMillis, grant));
  }

  private void take(long nowMillis, LeaderMessage.SlotGrant grant) {
    SchedulerAction.Grant told =
        new SchedulerAction.Grant(
            member.sid, grant.slotId(), grant.ttlMillis(), grant.degraded(), "");
    if (member.holds(grant.slotId())) {
      member.renew(nowMillis, told);
    } else {
      member.grant(nowMillis, told);
    }
  }

  @Override
  public Optional<Report> report(long nowMillis) {
    return Optional.of(member.report(nowMillis));
  }

  @Override
  public void snapshotOutsideSlots(long nowMillis) {
    member.startUnscheduled(nowMillis);
  }

  @Override
  public void setBacklogShare(double share) {
    double txns = share * member.limits.snapCount();
    member.setBacklog(txns, txns * ModelMember.BYTES_PER_TXN);
  }

  @Override
  public void setFsyncMicros(double micros) {
    member.fsyncMicros = micros;
  }

  @Override
  public void setQueueLength(int requests) {
    member.queueLength = requests;
  }

  @Override
  public void setDurationMillis(long millis) {
    member.durationMillis = millis;
  }

  @Override
  public void setTreeBytes(long bytes) {
    member.treeBytes = bytes;
  }

  @Override
  public void setUsesIdleTime(boolean uses) {
    member.usesIdleTime = uses;
  }
}
