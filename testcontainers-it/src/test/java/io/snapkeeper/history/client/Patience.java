package io.snapkeeper.history.client;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.ZooKeeper;

/**
 * Asks again until there is an answer, for what is no part of a history and may be done twice: to
 * make and to remove znodes, and to look at them in the end.
 */
final class Patience {

  private static final long PAUSE_MILLIS = 50;

  /** A question that may be asked again. */
  interface Question<T> {
    T ask(ZooKeeper zooKeeper) throws KeeperException, InterruptedException;
  }

  private Patience() {}

  /**
   * Asks until there is an answer.
   *
   * @param what completes the sentence "gave up ..."
   * @throws IllegalStateException if there is none in time
   * @throws KeeperException an answer that asking again does not change
   */
  static <T> T ask(ClientSession session, String what, Duration patience, Question<T> question)
      throws Exception {
    long endNanos = System.nanoTime() + patience.toNanos();
    Exception last = null;
    while (true) {
      Duration left = Duration.ofNanos(Math.max(0, endNanos - System.nanoTime()));
      Optional<ZooKeeper> zooKeeper = session.connected(left);
      if (zooKeeper.isPresent()) {
        try {
          return question.ask(zooKeeper.get());
        } catch (KeeperException.ConnectionLossException
            | KeeperException.SessionExpiredException
            | KeeperException.SessionMovedException e) {
          last = e;
        }
      }
      if (System.nanoTime() - endNanos >= 0) {
        throw new IllegalStateException(
            "gave up %s after %d s: %s"
                .formatted(what, patience.toSeconds(), last == null ? "no connection" : last),
            last);
      }
      TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
    }
  }
}
