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

  /**
   * How long a slot waits for its purge: removing files takes seconds, and no slot is to be held
   * for ever by a disk that hangs.
   */
  private static final long PATIENCE_MILLIS = 60_000;

  /** Set while a thread runs a purge whose time has come: that one passes the hook. */
  private static final ThreadLocal<Boolean> PASSES = new ThreadLocal<>();

  private final long sid;
  private final Supplier<MemberMode> mode;
  private final BooleanSupplier spaceIsShort;
  private final List<File> directories;
  private final Faults faults;
  private final long patienceMillis;
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
    this(sid, mode, spaceIsShort, directories, faults, PATIENCE_MILLIS);
  }

  DeferredPurges(
      long sid,
      Supplier<MemberMode> mode,
      BooleanSupplier spaceIsShort,
      List<File> directories,
      Faults faults,
      long patienceMillis) {
    this.patienceMillis = patienceMillis;
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
   * refused by it, and the slot is not yet given back. Never waits: that thread holds locks that an
   * admin command, a restore or the end of a role wait for.
   *
   * @param giveBack gives the slot back: called at once if no purge waits, otherwise by another
   *     thread when the purge has run to its end, or takes too long
   */
  public void slotEnds(Runnable giveBack) {
    Optional<Runnable> purge = take(PurgeTurn::slotEnds);
    if (purge.isEmpty()) {
      giveBack.run();
      return;
    }
    try {
      daemon("snapkeeper-slot-end", () -> runInSlot(purge.get(), giveBack));
    } catch (Throwable t) { // no thread to be had; the timer's next purge removes the same files
      faults.record("a purge in a slot", t);
      giveBack.run();
    }
  }

  private void runInSlot(Runnable purge, Runnable giveBack) {
    try {
      Thread running = daemon("snapkeeper-purge", () -> run(purge, "in its slot"));
      running.join(patienceMillis);
      if (running.isAlive()) {
        LOG.warn("snapkeeper purge takes over {} ms sid={}: its slot ends", patienceMillis, sid);
      }
    } catch (Throwable t) { // the slot ends in any case
      faults.record("a purge in a slot", t);
    } finally {
      faults.guard("the end of a slot", giveBack);
    }
  }

  private static Thread daemon(String name, Runnable work) {
    Thread thread = new Thread(work, name);
    thread.setDaemon(true);
    thread.start();
    return thread;
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
        .ifPresent(purge -> daemon("snapkeeper-purge", () -> run(purge, why)));
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
