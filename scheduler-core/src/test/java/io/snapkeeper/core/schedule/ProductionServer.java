package io.snapkeeper.core.schedule;

import io.snapkeeper.core.loop.SimulatedMember;
import io.snapkeeper.core.member.MemberConfig;
import io.snapkeeper.core.member.MemberEvent;
import io.snapkeeper.core.report.Report;
import io.snapkeeper.core.wire.LeaderMessage;
import java.util.Optional;
import java.util.function.Consumer;

/** A server with the production gate; only its log, its disk and its threads are simulated. */
final class ProductionServer implements ScenarioServer {

  /** The plugin's defaults. */
  private static final long GRACE_MILLIS = 10_000;

  private static final long START_TIMEOUT_MILLIS = 10_000;
  private static final long HARD_LIMIT_LOG_BYTES = 1L << 40;

  private final SimulatedMember member;
  private final long snapCount;
  private double txns;
  private boolean hung;

  ProductionServer(long sid, Report.Limits limits, long nowMillis, Consumer<String> log) {
    MemberConfig config =
        new MemberConfig(sid, limits, HARD_LIMIT_LOG_BYTES, GRACE_MILLIS, START_TIMEOUT_MILLIS);
    member = SimulatedMember.exact(config, 0, log);
    snapCount = limits.snapCount();
    member.tick(nowMillis);
  }

  @Override
  public void connect(long nowMillis, long epoch) {
    if (member.isServing()) {
      member.stop(nowMillis);
    }
    member.serve(nowMillis, epoch);
  }

  @Override
  public void disconnect(long nowMillis) {
    member.stop(nowMillis);
  }

  @Override
  public void loseLeader(long nowMillis) {
    member.stop(nowMillis);
  }

  @Override
  public void advance(long nowMillis, double newTxns) {
    if (hung) {
      return;
    }
    txns += newTxns;
    long whole = (long) txns;
    txns -= whole;
    member.append(nowMillis, whole);
    member.advanceSnapshot(nowMillis);
    if (nowMillis % Scenario.REPORT_MILLIS == 0) {
      member.tick(nowMillis);
      member.advanceSnapshot(nowMillis);
    }
  }

  @Override
  public void hear(long nowMillis, LeaderMessage message) {
    if (!hung) {
      member.step(new MemberEvent.LeaderHeard(nowMillis, message));
    }
  }

  @Override
  public Optional<Report> report(long nowMillis) {
    return member.gate.mayReport() && !hung
        ? Optional.of(member.report(nowMillis))
        : Optional.empty();
  }

  /** Its process stands still: it logs, hears and reports nothing, and no clock of it runs. */
  void setHung(boolean hangs) {
    hung = hangs;
  }

  /** Ends the snapshot being written. */
  void giveUpSnapshot(long nowMillis, boolean failed) {
    member.giveUp(nowMillis, failed);
  }

  @Override
  public void snapshotOutsideSlots(long nowMillis) {
    member.snapshotOutsideSlots(nowMillis);
  }

  @Override
  public void setBacklogShare(double share) {
    member.setBacklog((long) (share * snapCount));
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
