package io.snapkeeper.wal.crash;

import io.snapkeeper.wal.crash.DiskEvent.Acknowledged;
import io.snapkeeper.wal.crash.DiskEvent.Begun;
import io.snapkeeper.wal.crash.DiskEvent.Ended;
import io.snapkeeper.wal.crash.DiskEvent.Lost;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * What was done to a directory, and from it every disk that a power failure at any moment can
 * leave. Thread-safe while it is recorded.
 *
 * <p>What was synced is there, and so is what was written durably once the write has returned.
 * Anything else is there or not, each independently of the others: every sector of {@value
 * Disk#SECTOR_BYTES} bytes of a write that is under way or not synced, every size, every name. A
 * size that a durable direct write has made larger counts as not synced. A sector has its old or
 * its new content and is never torn: disks promise that (power-safe overwrite), and the log assumes
 * it.
 */
public final class DiskHistory implements Recorder {

  /** So many disks of each moment are looked at, all of them if there are no more. */
  private static final int DISKS_MAX = 1 << 8;

  /** Where there are more disks, so many of them at random. */
  private static final int SAMPLES = 24;

  private final List<DiskEvent> events = new ArrayList<>();
  private long calls;

  /**
   * How much was looked at.
   *
   * @param moments after which the power fails; those that change nothing that is looked at are
   *     left out
   * @param disks that these can leave
   */
  public record Coverage(long moments, long disks) {

    /** With what another history adds. */
    public Coverage plus(Coverage other) {
      return new Coverage(moments + other.moments, disks + other.disks);
    }
  }

  @Override
  public void created(long file, String name) {
    end(begin(new Operation.Create(file, name)));
  }

  @Override
  public void written(Operation.Write write) {
    end(begin(write));
  }

  /** A call begins. */
  public synchronized long begin(Operation operation) {
    long call = calls++;
    events.add(new Begun(call, operation));
    return call;
  }

  /** A call has returned with success. */
  public synchronized void end(long call) {
    events.add(new Ended(call));
  }

  /** A call has failed, or its process has died in it. */
  synchronized void lose(long call) {
    events.add(new Lost(call));
  }

  @Override
  public synchronized void acknowledged(String name, long bytes) {
    events.add(new Acknowledged(name, bytes));
  }

  /**
   * Looks at every disk of every moment, or at {@value #SAMPLES} of them where a moment has more
   * than {@value #DISKS_MAX}.
   *
   * @param names the files that a reader looks at
   */
  public Coverage explore(Predicate<String> names, SplittableRandom random, Consumer<Disk> onDisk) {
    List<DiskEvent> all;
    synchronized (this) {
      all = List.copyOf(events);
    }
    DiskState state = new DiskState(names);
    long moments = 1;
    long disks = look(state, random, onDisk);
    for (DiskEvent event : all) {
      if (state.apply(event)) {
        moments++;
        disks += look(state, random, onDisk);
      }
    }
    return new Coverage(moments, disks);
  }

  /** The disk once everything has been synced. */
  public Disk last(Predicate<String> names) {
    DiskState state = new DiskState(names);
    synchronized (this) {
      events.forEach(state::apply);
    }
    return state.choices().newest();
  }

  private static long look(DiskState state, SplittableRandom random, Consumer<Disk> onDisk) {
    DiskChoices choices = state.choices();
    long combinations = choices.combinations(DISKS_MAX);
    if (combinations <= DISKS_MAX) {
      for (long number = 0; number < combinations; number++) {
        onDisk.accept(choices.disk(number));
      }
      return combinations;
    }
    for (int i = 0; i < SAMPLES; i++) {
      onDisk.accept(choices.disk(random));
    }
    return SAMPLES;
  }
}
