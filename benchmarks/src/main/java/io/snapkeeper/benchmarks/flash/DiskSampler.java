package io.snapkeeper.benchmarks.flash;

import io.snapkeeper.ensemble.flash.BlockCounters;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads the block layer's counters of some disks at a fixed pace, from a thread of its own.
 * Thread-safe.
 */
final class DiskSampler implements AutoCloseable {

  /** Fine enough to see a burst of 100 ms; a reading costs some 20 us per disk. */
  static final long PERIOD_MILLIS = 50;

  /**
   * What one disk wrote in one period.
   *
   * @param startMicros since 1970
   * @param endMicros since 1970
   * @param requests that it completed
   */
  record Slice(long startMicros, long endMicros, long bytes, long requests) {
    double bytesPerSecond() {
      return bytes * 1e6 / Math.max(1, endMicros - startMicros);
    }

    boolean contains(long micros) {
      return micros >= startMicros && micros < endMicros;
    }
  }

  private final List<String> devices;
  private final List<List<Slice>> slices = new ArrayList<>();
  private final Thread thread = new Thread(this::run, "disk-sampler");
  private volatile boolean stopping;

  DiskSampler(List<String> devices) {
    this.devices = List.copyOf(devices);
    devices.forEach(device -> slices.add(new ArrayList<>()));
    thread.setDaemon(true);
    thread.start();
  }

  static long micros(Instant instant) {
    return instant.getEpochSecond() * 1_000_000 + instant.getNano() / 1_000;
  }

  private void run() {
    long before = micros(Instant.now());
    List<BlockCounters> last = read();
    while (!stopping) {
      try {
        Thread.sleep(PERIOD_MILLIS);
      } catch (InterruptedException e) {
        return;
      }
      long now = micros(Instant.now());
      List<BlockCounters> counters = read();
      synchronized (slices) {
        for (int i = 0; i < counters.size(); i++) {
          long bytes = counters.get(i).bytesWritten() - last.get(i).bytesWritten();
          long requests = counters.get(i).writes() - last.get(i).writes();
          slices.get(i).add(new Slice(before, now, bytes, requests));
        }
      }
      before = now;
      last = counters;
    }
  }

  private List<BlockCounters> read() {
    return devices.stream().map(BlockCounters::of).toList();
  }

  /** All slices of a disk so far, in order. */
  List<Slice> slices(int disk) {
    synchronized (slices) {
      return List.copyOf(slices.get(disk));
    }
  }

  /** For how long at least so many disks wrote faster than this. */
  double secondsWithAtLeast(int count, double bytesPerSecond, Instant from, Instant to) {
    synchronized (slices) {
      double seconds = 0;
      for (int k = 0; k < slices.get(0).size(); k++) {
        Slice slice = slices.get(0).get(k);
        int number = k;
        long busy =
            slices.stream()
                .filter(disk -> disk.get(number).bytesPerSecond() > bytesPerSecond)
                .count();
        if (slice.startMicros() >= micros(from)
            && slice.endMicros() <= micros(to)
            && busy >= count) {
          seconds += (slice.endMicros() - slice.startMicros()) / 1e6;
        }
      }
      return seconds;
    }
  }

  @Override
  public void close() throws InterruptedException {
    stopping = true;
    thread.interrupt();
    thread.join(5_000);
  }
}
