package io.snapkeeper.zk.member;

import io.snapkeeper.core.member.SnapshotGate;

/**
 * Tells one member that time passes. A daemon; if it dies, the member's triggers lapse and
 * ZooKeeper's own rule counts again.
 */
public final class MemberThread extends Thread {

  /** Ten times within the longest time between two ticks that the gate allows. */
  private static final long TICK_MILLIS = SnapshotGate.TICK_MILLIS_MAX / 10;

  private final Member member;
  private final Faults faults;
  private volatile boolean stopped;

  public MemberThread(Member member, Faults faults) {
    super("snapkeeper-member");
    setDaemon(true);
    this.member = member;
    this.faults = faults;
  }

  @Override
  public void run() {
    member.logStarted();
    try {
      while (!stopped) {
        member.tick();
        Thread.sleep(TICK_MILLIS);
      }
    } catch (InterruptedException e) {
      // told to end
      stopped = true;
    } catch (Throwable t) { // the server goes on by ZooKeeper's own rule
      member.tickingFailed();
      faults.record("the member thread", t);
    }
  }

  /** Ends the thread. */
  public void end() {
    stopped = true;
    interrupt();
  }
}
