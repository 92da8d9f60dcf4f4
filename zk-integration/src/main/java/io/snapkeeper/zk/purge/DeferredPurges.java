package io.snapkeeper.zk.purge;

import io.snapkeeper.core.member.MemberMode;
import io.snapkeeper.zk.member.Faults;
import java.io.File;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the purge that waits for one server's slot, and runs it there. Thread-safe; the plugin's
 * faults end here.
 */
public final class DeferredPurges {

  private static final Logger LOG = LoggerFactory.getLogger("io.snapkeeper.purge");

  /** Set while a thread runs a purge whose time has come: that one passes the hook. */
  private static final ThreadLocal<Boolean> PASSES = new ThreadLocal<>();

  private final long sid;
  private final Supplier<MemberMode> mode;
  private final BooleanSupplier spaceIsShort;
  private final List<File> directories;
  private final Faults faults;
  private final PurgeTurn turn = new PurgeTurn();

  /** Null if none waits. */
  private Runnable waiting;

  /**
   * @param mode the server's mode now, cheap to ask for
   * @param spaceIsShort whether the next snapshot may miss the space that a purge frees
   * @param directories that the purges remove files from
   */
  public DeferredPurges(
      long sid,
      Supplier<MemberMode> mode,
      BooleanSupplier spaceIsShort,
      List<File> directories,
      Faults faults) {
    this.sid = sid;
    this.mode = mode;
    this.spaceIsShort = spaceIsShort;
    this.directories = List.copyOf(directories);
    this.faults = faults;
  }

  /**
   * ZooKeeper starts a purge.
   *
   * @return whether it is put off; if not, the caller runs it
   */
  boolean defers(Runnable purge) {
    if (PASSES.get() != null) {
      return false;
    }
    try {
      MemberMode now = mode.get();
      boolean shortage = spaceIsShort.getAsBoolean();
      synchronized (this) {
        waiting = turn.started(now, shortage) ? purge : null;
        if (waiting == null) {
          return false;
        }
      }
      LOG.info("snapkeeper purge waits sid={}: it runs in this server's next slot", sid);
      return true;
    } catch (Throwable t) { // fail open: the purge runs at once
      faults.record("the start of a purge", t);
      return false;
    }
  }

  /**
   * Called on the snapshot thread when the snapshot of this server's slot is on the disk, or was
   * refused by it, and the slot is not yet given back. Runs the purge that waits, if one does, to
   * its end. Never throws.
   */
  public void slotEnds() {
    faults.guard(
        "a purge in a slot",
        () -> take(PurgeTurn::slotEnds).ifPresent(purge -> run(purge, "in its slot")));
  }

  /**
   * Called now and then. Never waits: a purge for which no slot will come, or whose space is needed
   * first, gets its own thread.
   */
  public void timePasses() {
    if (!waits()) {
      return;
    }
    MemberMode now = mode.get();
    boolean shortage = spaceIsShort.getAsBoolean();
    String why = shortage ? "without a slot, space is short" : "without a slot, mode " + now;
    take(rule -> rule.timePasses(now, shortage))
        .ifPresent(
            purge -> {
              Thread thread = new Thread(() -> run(purge, why), "snapkeeper-purge");
              thread.setDaemon(true);
              thread.start();
            });
  }

  private synchronized boolean waits() {
    return turn.waits();
  }

  private synchronized Optional<Runnable> take(Predicate<PurgeTurn> rule) {
    if (!rule.test(turn)) {
      return Optional.empty();
    }
    Runnable purge = waiting;
    waiting = null;
    return Optional.of(purge);
  }

  private void run(Runnable purge, String when) {
    PASSES.set(true);
    try {
      LOG.info("snapkeeper purge runs sid={} {}", sid, when);
      faults.guard("a purge that was put off", purge);
      force();
    } finally {
      PASSES.remove();
    }
  }

  /**
   * Lets the disk do now what the removed files mean for it: a journal would write it down, and a
   * file system that discards would tell the device, some seconds later.
   */
  private void force() {
    for (File directory : directories) {
      try (FileChannel channel = FileChannel.open(directory.toPath(), StandardOpenOption.READ)) {
        channel.force(true);
      } catch (IOException e) {
        // The files are gone in any case; a file system that cannot do this does it when it likes.
        LOG.debug("cannot force {}", directory, e);
      }
    }
  }

  /** What came of the purges until now. */
  public synchronized PurgeFigures figures() {
    return turn.figures();
  }
}
