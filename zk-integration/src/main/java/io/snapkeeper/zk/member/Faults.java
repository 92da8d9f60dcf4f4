package io.snapkeeper.zk.member;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the plugin's faults away from the server: every hook runs the plugin's own logic through
 * here, so that whatever it throws is counted and logged once for each place, and ZooKeeper goes
 * on. Thread-safe.
 */
public final class Faults {

  private static final Logger LOG = LoggerFactory.getLogger(Faults.class);

  private final AtomicLong count = new AtomicLong();
  private final Set<String> logged = ConcurrentHashMap.newKeySet();

  /** Faults since the start of the server. */
  public long count() {
    return count.get();
  }

  /**
   * Runs the plugin's logic at one hook.
   *
   * @param place names the hook in the log
   */
  public void guard(String place, Runnable logic) {
    try {
      logic.run();
    } catch (Throwable t) { // whatever it is, the server goes on without this step
      record(place, t);
    }
  }

  /** Counts a fault; logs it with its stack the first time at this place. Does not wait. */
  public void record(String place, Throwable fault) {
    count.incrementAndGet();
    if (logged.add(place)) {
      LogLines.OF_PROCESS.say(
          () -> LOG.error("snapkeeper fault in {}; the server goes on without it", place, fault));
    }
  }
}
