package io.snapkeeper.cli.watch;

import io.snapkeeper.cli.Failure;
import io.snapkeeper.cli.HostPort;
import io.snapkeeper.cli.status.ClientAccess;
import io.snapkeeper.cli.status.LoginRefused;
import io.snapkeeper.cli.status.Membership;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Finds the members of the ensemble by its configuration node, in a thread of its own: at the
 * start, again until it can be read, then every few minutes, and when asked to. Each time costs the
 * ensemble a session. Thread-safe.
 */
final class Discovery implements AutoCloseable {

  private static final long RETRY_MILLIS = 10_000;
  private static final long REPEAT_MILLIS = 300_000;

  /** While one of those named could not be told, as it does not answer. */
  private static final long UNTOLD_MILLIS = 60_000;

  private final List<HostPort> named;
  private final ClientAccess access;
  private final Duration timeout;
  private final Map<HostPort, Long> sids = new HashMap<>();
  private final Thread thread = new Thread(this::run, "watch-discovery");
  private Roster roster;
  private String remark = "";
  private Failure refused;
  private boolean wanted;
  private boolean tried;

  Discovery(List<HostPort> named, ClientAccess access, Duration timeout) {
    this.named = List.copyOf(named);
    this.access = access;
    this.timeout = timeout;
    roster = Roster.named(named);
    thread.setDaemon(true);
  }

  void start() {
    thread.start();
  }

  /** Waits until the configuration was read for the first time or could not be. */
  synchronized void awaitFirst(long deadlineNanos) throws InterruptedException {
    while (!tried) {
      long leftMillis = (deadlineNanos - System.nanoTime()) / 1_000_000;
      if (leftMillis <= 0) {
        return;
      }
      wait(leftMillis);
    }
  }

  /**
   * What is known so far.
   *
   * @throws Failure if the user's login was refused: the user asked for it by name
   */
  synchronized Roster roster() {
    if (refused != null) {
      throw refused;
    }
    return roster;
  }

  /** Why only the servers named are known; empty otherwise. */
  synchronized Optional<String> remark() {
    return remark.isEmpty() ? Optional.empty() : Optional.of(remark);
  }

  /** The members seem to have changed. */
  synchronized void look() {
    wanted = true;
    notifyAll();
  }

  private void run() {
    try {
      while (true) {
        boolean found;
        try {
          found = once();
        } finally {
          setTried();
        }
        // However often it is asked for, not more often than this.
        Thread.sleep(RETRY_MILLIS);
        if (found) {
          awaitWanted(sids.size() == named.size() ? REPEAT_MILLIS : UNTOLD_MILLIS);
        }
      }
    } catch (LoginRefused e) {
      refuse(new Failure(e.getMessage(), e));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private synchronized void setTried() {
    tried = true;
    notifyAll();
  }

  private synchronized void refuse(Failure why) {
    refused = why;
  }

  private synchronized void awaitWanted(long millis) throws InterruptedException {
    long endNanos = System.nanoTime() + millis * 1_000_000;
    for (long left = millis;
        !wanted && left > 0;
        left = (endNanos - System.nanoTime()) / 1_000_000) {
      wait(left);
    }
    wanted = false;
  }

  /** Whether the configuration could be read. */
  private boolean once() throws InterruptedException, LoginRefused {
    try {
      Membership membership = Membership.read(named, access, timeout);
      if (membership.clients().isEmpty()) {
        return true; // a stand-alone server
      }
      identify(membership);
      publish(Roster.of(membership, named, sids), "");
      return true;
    } catch (Failure e) {
      if (Thread.currentThread().isInterrupted()) {
        throw new InterruptedException("closed");
      }
      // The node may be protected, or the ensemble without a quorum. What was known still holds.
      synchronized (this) {
        remark = roster.complete() ? "" : "only the servers asked for are shown: " + e.getMessage();
      }
      return false;
    }
  }

  private synchronized void publish(Roster found, String why) {
    roster = found;
    remark = why;
  }

  /** Which members those named are. */
  private void identify(Membership membership) throws LoginRefused {
    sids.values().retainAll(membership.clients().keySet());
    for (HostPort at : named) {
      if (!sids.containsKey(at)) {
        membership
            .memberNamed(at, access, timeout)
            .ifPresent(
                sid -> {
                  if (!sids.containsValue(sid)) {
                    sids.put(at, sid);
                  }
                });
      }
    }
  }

  @Override
  public void close() {
    thread.interrupt();
  }
}
