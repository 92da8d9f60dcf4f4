package io.snapkeeper.cli.profile.measure;

import io.snapkeeper.wal.profile.DiskModel;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;
import org.HdrHistogram.Histogram;

/**
 * Measures a disk: lays the file out, finds the four numbers of the disk's model, then the latency
 * of log-like writes beside every mix of bulk load. Each part has its share of the time, counted
 * from the start; what one part leaves goes to the map. Use once, by one thread.
 */
public final class DiskProfiler {

  /** Is told how far the measurement is. */
  public interface Progress {
    /**
     * @param fraction of the expected time, 0..1
     * @param state what is being done, in a few words
     */
    void at(double fraction, String state);
  }

  // For bandwidth: Seastar's iotune and this agree from 128 KiB on; larger requests do not fit the
  // limit of many devices and would be cut by the kernel.
  private static final int BANDWIDTH_BLOCK_BYTES = 256 << 10;
  // In the map: what a snapshot is written with where the latency of the log matters.
  private static final int MAP_BLOCK_BYTES = 128 << 10;
  private static final int LAYOUT_BLOCK_BYTES = 1 << 20;

  // A single request in flight saturates few disks; which number does is not known before. Four
  // large requests fill the channels of common flash; sixteen small ones those of its parallel
  // units without the scheduling of threads taking over.
  private static final List<Integer> BULK_IN_FLIGHT = List.of(1, 2, 4);
  private static final List<Integer> SMALL_IN_FLIGHT = List.of(1, 4, 16);

  // Shares of the whole time. Four times RATE_SHARE, three times STREAM_SHARE: the map has
  // nearly half, and more where the layout is quick.
  private static final double LAYOUT_SHARE = 0.2;
  private static final double RATE_SHARE = 0.06;
  private static final double STREAM_SHARE = 0.02;
  // For what every part takes over its time: starting threads, the last requests, a last force.
  private static final double RESERVE_SHARE = 0.04;

  // The log's share of the file: the rest is for bulk, so that nobody overwrites another's blocks
  // while they are in flight, which some file systems serialise.
  private static final int LOG_PART = 16;
  // Of what the log can write at most: beyond that its own queue would be measured.
  private static final double MOST_OF_CLOSED_LOOP = 1.0 / 3;
  // Bulk begins that much earlier than the log, so that both are in full swing.
  private static final double SETTLE_SHARE = 0.1;
  private static final double MOST_SETTLE_SECONDS = 0.2;

  private final BlockFile file;
  private final ProfileSettings settings;
  private final Progress progress;
  private long startNanos;
  private double expectedSeconds;
  private long fileBytes;

  public DiskProfiler(BlockFile file, ProfileSettings settings, Progress progress) {
    this.file = file;
    this.settings = settings;
    this.progress = progress;
    expectedSeconds = settings.maxSeconds();
  }

  /**
   * Measures.
   *
   * @throws IOException if the disk fails, does not answer, or is too slow for the time it has; the
   *     message says which
   */
  public DiskProfile run() throws IOException, InterruptedException {
    startNanos = System.nanoTime();
    fileBytes = layOut();
    Area whole = new Area(0, fileBytes);
    double write =
        atBest(
            BULK_IN_FLIGHT,
            "sequential writes",
            (number, of, end) ->
                Bulk.writer(
                        file, whole.part(number, of, BANDWIDTH_BLOCK_BYTES), BANDWIDTH_BLOCK_BYTES)
                    .run(Double.POSITIVE_INFINITY, end));
    double read =
        atBest(
            BULK_IN_FLIGHT,
            "sequential reads",
            (number, of, end) ->
                Bulk.reader(
                        file, whole.part(number, of, BANDWIDTH_BLOCK_BYTES), BANDWIDTH_BLOCK_BYTES)
                    .run(Double.POSITIVE_INFINITY, end));
    double writeIops =
        atBest(
            SMALL_IN_FLIGHT,
            "random writes",
            (number, of, end) -> new SmallRandom(file, whole, number).run(true, end));
    double readIops =
        atBest(
            SMALL_IN_FLIGHT,
            "random reads",
            (number, of, end) -> new SmallRandom(file, whole, number).run(false, end));
    DiskModel model = new DiskModel(read, readIops, write, writeIops);
    double oneWriter =
        rate(
            1,
            STREAM_SHARE,
            "writes, one in flight",
            (number, of, end) ->
                Bulk.writer(file, bulkArea(0), MAP_BLOCK_BYTES).run(Double.POSITIVE_INFINITY, end));
    double oneReader =
        rate(
            1,
            STREAM_SHARE,
            "reads, one in flight",
            (number, of, end) ->
                Bulk.reader(file, bulkArea(1), MAP_BLOCK_BYTES).run(Double.POSITIVE_INFINITY, end));
    double closedLoop =
        rate(
            1,
            STREAM_SHARE,
            "log writes, one after the other",
            (number, of, end) -> new WalProbe(file, logArea()).closedLoop(end));
    LatencyMap map = map(oneWriter, oneReader, closedLoop);
    return new DiskProfile(model, fileBytes, file.smallBytes(), closedLoop, map, elapsedSeconds());
  }

  /** Writes the file from its beginning; as much of it as there is time for. */
  private long layOut() throws IOException {
    ByteBuffer block = file.buffer(LAYOUT_BLOCK_BYTES);
    double seconds = LAYOUT_SHARE * settings.maxSeconds();
    long bytes = 0;
    while (bytes + LAYOUT_BLOCK_BYTES <= settings.fileBytes() && elapsedSeconds() < seconds) {
      file.write(block, bytes);
      bytes += LAYOUT_BLOCK_BYTES;
      report("laying out the temporary file");
    }
    file.force();
    if (bytes < ProfileSettings.LEAST_FILE_BYTES) {
      throw new IOException(
          String.format(
              Locale.ROOT,
              "the disk took %d MiB in %.1f s and at least %d MiB are needed; give it more time",
              bytes >> 20,
              elapsedSeconds(),
              ProfileSettings.LEAST_FILE_BYTES >> 20));
    }
    return bytes;
  }

  /** What one of several threads does; says how much it did. */
  private interface Load {
    long run(int number, int of, long endNanos) throws IOException;
  }

  /** The best rate over several numbers of requests in flight. */
  private double atBest(List<Integer> inFlight, String what, Load load)
      throws IOException, InterruptedException {
    double best = 0;
    for (int of : inFlight) {
      double share = RATE_SHARE / inFlight.size();
      best = Math.max(best, rate(of, share, what + ", " + of + " in flight", load));
    }
    return best;
  }

  /**
   * The rate per second of {@code of} threads together, each with one request in flight: of all
   * that they did, over the time from the first one's start to the last one's end. Rates of single
   * threads, which start and end at different times, must not be added up.
   */
  private double rate(int of, double share, String state, Load load)
      throws IOException, InterruptedException {
    LongAdder done = new LongAdder();
    long start = System.nanoTime();
    long end = endAfter(share * settings.maxSeconds());
    Workers workers = new Workers();
    for (int i = 0; i < of; i++) {
      int number = i;
      workers.start("rate", () -> done.add(load.run(number, of, end)));
    }
    workers.await(end, () -> report(state));
    return done.sum() / secondsSince(start);
  }

  /**
   * @param writeRate of one bulk writer alone, bytes per second: the end of that axis
   * @param readRate of one bulk reader alone
   */
  private LatencyMap map(double writeRate, double readRate, double closedLoopPerSecond)
      throws IOException, InterruptedException {
    double walPerSecond =
        Math.min(settings.walWritesPerSecond(), MOST_OF_CLOSED_LOOP * closedLoopPerSecond);
    double left = settings.maxSeconds() * (1 - RESERVE_SHARE) - elapsedSeconds();
    // A disk that was very slow so far gets a map all the same, if a hasty one.
    MapPlan plan = MapPlan.within(Math.max(0.1 * settings.maxSeconds(), left));
    expectedSeconds = elapsedSeconds() + plan.seconds();
    List<MapPlan.Mix> mixes = plan.mixes();
    List<MapPoint> points = new ArrayList<>();
    for (MapPlan.Mix mix : mixes) {
      String state =
          "log latency beside bulk load, " + (points.size() + 1) + " of " + mixes.size() + " mixes";
      points.add(
          point(
              mix,
              mix.write() * writeRate,
              mix.read() * readRate,
              walPerSecond,
              plan.secondsPerPoint(),
              state));
    }
    return LatencyMap.of(plan.fractions(), walPerSecond, writeRate, readRate, points);
  }

  private MapPoint point(
      MapPlan.Mix mix,
      double writeRate,
      double readRate,
      double walPerSecond,
      double seconds,
      String state)
      throws IOException, InterruptedException {
    AtomicReference<Double> written = new AtomicReference<>(0.0);
    AtomicReference<Double> read = new AtomicReference<>(0.0);
    AtomicReference<Histogram> nanos = new AtomicReference<>();
    long end = endAfter(seconds);
    Workers workers = new Workers();
    if (mix.write() > 0) {
      Bulk writer = Bulk.writer(file, bulkArea(0), MAP_BLOCK_BYTES);
      workers.start("bulk-write", () -> written.set(bytesPerSecond(writer, writeRate, end)));
    }
    if (mix.read() > 0) {
      Bulk reader = Bulk.reader(file, bulkArea(1), MAP_BLOCK_BYTES);
      workers.start("bulk-read", () -> read.set(bytesPerSecond(reader, readRate, end)));
    }
    Thread.sleep((long) (1000 * Math.min(MOST_SETTLE_SECONDS, SETTLE_SHARE * seconds)));
    WalProbe log = new WalProbe(file, logArea());
    workers.start("log", () -> nanos.set(log.openLoop(walPerSecond, end)));
    workers.await(end, () -> report(state));
    return new MapPoint(
        mix.write(), mix.read(), written.get(), read.get(), WalLatency.of(nanos.get()));
  }

  private static double bytesPerSecond(Bulk bulk, double most, long end) throws IOException {
    long start = System.nanoTime();
    return bulk.run(most, end) / secondsSince(start);
  }

  /** One of the two halves of what the log leaves. */
  private Area bulkArea(int half) {
    return new Area(logArea().end(), fileBytes).part(half, 2, MAP_BLOCK_BYTES);
  }

  private Area logArea() {
    return new Area(0, fileBytes).part(0, LOG_PART, MAP_BLOCK_BYTES);
  }

  private static long endAfter(double seconds) {
    return System.nanoTime() + (long) (seconds * 1e9);
  }

  // Never zero: it is divided by.
  private static double secondsSince(long nanos) {
    return Math.max(1, System.nanoTime() - nanos) / 1e9;
  }

  private double elapsedSeconds() {
    return secondsSince(startNanos);
  }

  private void report(String state) {
    progress.at(Math.min(1, elapsedSeconds() / expectedSeconds), state);
  }
}
