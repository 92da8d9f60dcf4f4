package io.snapkeeper.zk.log;

import java.time.Duration;
import org.apache.zookeeper.server.ExitCode;
import org.apache.zookeeper.util.ServiceUtils;

/**
 * Ends the server's process.
 *
 * <p>One of its threads may wait in the kernel for a disk that hangs. Then everything that is done
 * before the end may come to wait as well: the server's own log may be on the same disk, and so may
 * what shutdown hooks write. And the kernel does not close the connections of such a process before
 * the disk has answered, so they are closed first: learners and clients leave at once.
 */
final class ServerEnd {

  private static final Duration PATIENCE = Duration.ofSeconds(5);

  private final Runnable leave;
  private final Runnable exit;
  private final Runnable halt;
  private final Duration patience;

  /**
   * @param leave closes the server's connections
   * @param exit ends the process in good order
   * @param halt ends it at once
   * @param patience for each of the first two
   */
  ServerEnd(Runnable leave, Runnable exit, Runnable halt, Duration patience) {
    this.leave = leave;
    this.exit = exit;
    this.halt = halt;
    this.patience = patience;
  }

  static ServerEnd ofThisProcess(Runnable leave) {
    int code = ExitCode.UNEXPECTED_ERROR.getValue();
    return new ServerEnd(
        leave,
        () -> ServiceUtils.requestSystemExit(code),
        () -> Runtime.getRuntime().halt(code),
        PATIENCE);
  }

  /** By a thread that nothing holds. */
  void exit() {
    exit.run();
  }

  /**
   * By another thread than the one that the disk holds.
   *
   * @param say what is said before, if it can be said
   */
  void exitThoughTheDiskHangs(Runnable say) {
    inTime(leave);
    inTime(
        () -> {
          say.run();
          exit.run();
        });
    halt.run();
  }

  private void inTime(Runnable step) {
    Thread thread = new Thread(step, "snapkeeper-end");
    thread.setDaemon(true);
    thread.start();
    try {
      thread.join(patience.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // the next steps are not waited for
    }
  }
}
