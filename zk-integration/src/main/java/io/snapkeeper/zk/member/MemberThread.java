package io.snapkeeper.zk.member;

import io.snapkeeper.core.member.SnapshotGate;

/**
 * Tells one member that time passes. A daemon. If a tick throws, the member's triggers lapse and
 * ZooKeeper's own rule counts; after a pause ticks begin again, a few times.
 */
public final class MemberThread extends Thread {

  /** Ten times within the longest time between two ticks that the gate allows. */
  private static final long TICK_MILLIS = SnapshotGate.TICK_MILLIS_MAX / 10;

  private final Member member;
  private final Runnable alsoTold;
  private final Faults faults;
  private final Restarts restarts = new Restarts(Restarts.FIRST_PAUSE_MILLIS);
  private boolean ticks = true;
  private volatile boolean stopped;

  /**
   * @param alsoTold is told as often as the member; what it throws is a fault, and it is told again
   */
  public MemberThread(Member member, Runnable alsoTold, Faults faults) {
    super("snapkeeper-member");
    setDaemon(true);
    this.member = member;
    this.alsoTold = alsoTold;
    this.faults = faults;
  }

  @Override
  public void run() {
    member.logStarted();
    try {
      while (!stopped) {
        tick();
        faults.guard("the member thread's further work", alsoTold);
        Thread.sleep(TICK_MILLIS);
      }
    } catch (InterruptedException e) {
      // told to end
      stopped = true;
    }
  }

  private void tick() {
    try {
      if (ticks || restarts.isDue(member.nowMillis())) {
        member.tick();
        ticks = true;
        member.ticksAgain();
      }
    } catch (Throwable t) { // the server goes on by ZooKeeper's own rule
      ticks = false;
      member.ticksFailed();
      faults.record("the member thread", t);
    }
  }

  /** Ends the thread. */
  public void end() {
    stopped = true;
    interrupt();
  }
}
