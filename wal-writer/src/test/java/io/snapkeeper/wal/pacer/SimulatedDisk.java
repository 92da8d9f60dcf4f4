package io.snapkeeper.wal.pacer;

import java.util.ArrayList;
import java.util.List;

/**
 * A disk of one or more channels over which stripes go round; each channel serves one piece after
 * another in the order in which they come. With one channel: one request after another.
 */
final class SimulatedDisk {

  private static final int STRIPE_BYTES = 16 * 1024;

  private record Change(long atNanos, double bytesPerSecond) {}

  private final long commandNanos;
  private final long[] freeNanos;
  private final List<Change> changes = new ArrayList<>();
  private long stallStartNanos = Long.MAX_VALUE;
  private long stallEndNanos = Long.MAX_VALUE;
  private double credits;
  private double creditsMax;
  private double creditsPerSecond;
  private long creditedNanos;
  private int nextStripe;
  private int nextPlace;

  /** One channel. */
  SimulatedDisk(double bytesPerSecond, long commandNanos) {
    this(bytesPerSecond, commandNanos, 1);
  }

  /**
   * A disk at rest.
   *
   * @param bytesPerSecond of all channels together
   * @param commandNanos for which a request occupies each of its channels besides
   */
  SimulatedDisk(double bytesPerSecond, long commandNanos, int channels) {
    this.commandNanos = commandNanos;
    this.freeNanos = new long[channels];
    changes.add(new Change(0, bytesPerSecond));
  }

  /** From then on it is that fast. */
  SimulatedDisk changes(long atNanos, double bytesPerSecond) {
    changes.add(new Change(atNanos, bytesPerSecond));
    return this;
  }

  /** For so long nothing moves. */
  SimulatedDisk stalls(long atNanos, long nanos) {
    stallStartNanos = atNanos;
    stallEndNanos = atNanos + nanos;
    return this;
  }

  /**
   * A volume with burst credits, of which each request takes one. Without any it waits for the
   * next, and occupies its channels meanwhile.
   */
  SimulatedDisk bursts(double requests, double earnedPerSecond) {
    credits = requests;
    creditsMax = requests;
    creditsPerSecond = earnedPerSecond;
    return this;
  }

  private long commandNanos(long nowNanos) {
    if (creditsPerSecond == 0) {
      return commandNanos;
    }
    double earned = Math.max(0, nowNanos - creditedNanos) / 1e9 * creditsPerSecond;
    credits = Math.min(creditsMax, credits + earned);
    creditedNanos = Math.max(creditedNanos, nowNanos);
    if (credits >= 1) {
      credits--;
      return commandNanos;
    }
    creditedNanos += Math.round((1 - credits) / creditsPerSecond * 1e9);
    credits = 0;
    return Math.max(commandNanos, creditedNanos - nowNanos);
  }

  /** Burst credits that are left. */
  double credits() {
    return credits;
  }

  /** When a request that comes now will be done; requests must come in order of time. */
  long write(long nowNanos, int bytes) {
    int channels = freeNanos.length;
    int[] share = new int[channels];
    if (channels == 1) {
      share[0] = bytes;
    } else if (bytes < STRIPE_BYTES) {
      // The log lies elsewhere, and a commit's writes in several places.
      share[nextPlace++ * 7 / 3 % channels] = bytes;
    } else {
      for (int left = bytes; left > 0; left -= STRIPE_BYTES) {
        share[nextStripe++ % channels] += Math.min(left, STRIPE_BYTES);
      }
    }
    long end = nowNanos;
    long command = commandNanos(nowNanos);
    for (int channel = 0; channel < channels; channel++) {
      if (share[channel] > 0) {
        end = Math.max(end, serve(channel, nowNanos, share[channel], command));
      }
    }
    return end;
  }

  private long serve(int channel, long nowNanos, int bytes, long command) {
    long start = Math.max(nowNanos, freeNanos[channel]);
    double bandwidth = 0;
    for (Change change : changes) {
      if (change.atNanos <= start) {
        bandwidth = change.bytesPerSecond / freeNanos.length;
      }
    }
    long end = start + command + Math.round(bytes * 1e9 / bandwidth);
    if (start < stallEndNanos && end > stallStartNanos) {
      end = stallEndNanos + (end - Math.max(start, stallStartNanos));
    }
    freeNanos[channel] = end;
    return end;
  }
}
