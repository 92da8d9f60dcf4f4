package io.snapkeeper.ensemble.flash;

import java.util.ArrayList;
import java.util.List;

/**
 * What an emulated disk is like: by default flash, otherwise whatever {@link RequestPrice} makes of
 * it.
 *
 * @param mebibytes its size, 64..65536; it lies in locked memory
 * @param megabytesPerSecond of all channels together, in 10^6 bytes/s, 1..100000
 * @param channels 1..64
 * @param stripeKibibytes what lies on one channel before the next, 4..1024
 * @param commandMicros that a command occupies each of its channels, 0..1000000
 * @param baseMicros added to every read and write, 0..1000000
 * @param flushMicros of a flush of the drive's cache, 0..1000000
 * @param scheduler of the loop device: "none", "mq-deadline", "kyber" or "bfq"
 * @param price of each request, besides its bytes
 * @param writeBack whether the drive has a volatile cache, so that a synced write costs a flush
 */
public record FlashSpec(
    int mebibytes,
    int megabytesPerSecond,
    int channels,
    int stripeKibibytes,
    int commandMicros,
    int baseMicros,
    int flushMicros,
    String scheduler,
    RequestPrice price,
    boolean writeBack) {

  /** The schedulers that Linux has for such a device. */
  public static final List<String> SCHEDULERS = List.of("none", "mq-deadline", "kyber", "bfq");

  /** Large enough for a tree of 500 MB, its log and three snapshots. */
  private static final int DEFAULT_MEBIBYTES = 3072;

  /** More than a journal commits at once, and little beside the disk. */
  private static final int CACHE_MEBIBYTES = 32;

  public FlashSpec {
    // ext4 with a journal needs some room.
    require("size in MiB", mebibytes, 64, 65_536);
    require("bandwidth in MB/s", megabytesPerSecond, 1, 100_000);
    require("number of channels", channels, 1, 64);
    require("stripe in KiB", stripeKibibytes, 4, 1024);
    require("command time in us", commandMicros, 0, 1_000_000);
    require("base time in us", baseMicros, 0, 1_000_000);
    require("flush time in us", flushMicros, 0, 1_000_000);
    if (!SCHEDULERS.contains(scheduler)) {
      throw new IllegalArgumentException(
          "the scheduler is \"" + scheduler + "\"; allowed are " + SCHEDULERS);
    }
  }

  private static void require(String name, int value, int least, int most) {
    if (value < least || value > most) {
      throw new IllegalArgumentException(
          "the %s is %d; allowed are %d to %d".formatted(name, value, least, most));
    }
  }

  /**
   * A drive of the kind that cloud machines and laptops have: 4 channels in stripes of 16 KiB, 300
   * MB/s, about 0.1 ms for a write of 4 KiB, no volatile cache, no scheduler.
   */
  public static FlashSpec ofDefaults() {
    return new FlashSpec(
        DEFAULT_MEBIBYTES, 300, 4, 16, 20, 30, 200, "none", RequestPrice.NONE, false);
  }

  /**
   * A disk of 7,200 turns a minute without a volatile cache: half a turn for each request, 4 ms
   * more where the head has to move, and 150 MB/s on the track.
   */
  public static FlashSpec ofRotatingDisk() {
    return new FlashSpec(
        DEFAULT_MEBIBYTES,
        150,
        1,
        1024,
        4_200,
        30,
        200,
        "none",
        RequestPrice.ofSeeks(4_000),
        false);
  }

  public FlashSpec withMebibytes(int value) {
    return new FlashSpec(
        value,
        megabytesPerSecond,
        channels,
        stripeKibibytes,
        commandMicros,
        baseMicros,
        flushMicros,
        scheduler,
        price,
        writeBack);
  }

  public FlashSpec withMegabytesPerSecond(int value) {
    return new FlashSpec(
        mebibytes,
        value,
        channels,
        stripeKibibytes,
        commandMicros,
        baseMicros,
        flushMicros,
        scheduler,
        price,
        writeBack);
  }

  public FlashSpec withChannels(int value) {
    return new FlashSpec(
        mebibytes,
        megabytesPerSecond,
        value,
        stripeKibibytes,
        commandMicros,
        baseMicros,
        flushMicros,
        scheduler,
        price,
        writeBack);
  }

  public FlashSpec withScheduler(String value) {
    return new FlashSpec(
        mebibytes,
        megabytesPerSecond,
        channels,
        stripeKibibytes,
        commandMicros,
        baseMicros,
        flushMicros,
        value,
        price,
        writeBack);
  }

  public FlashSpec withWriteBack(boolean value) {
    return new FlashSpec(
        mebibytes,
        megabytesPerSecond,
        channels,
        stripeKibibytes,
        commandMicros,
        baseMicros,
        flushMicros,
        scheduler,
        price,
        value);
  }

  /** The same with that price of a request. */
  public FlashSpec withPrice(RequestPrice value) {
    return new FlashSpec(
        mebibytes,
        megabytesPerSecond,
        channels,
        stripeKibibytes,
        commandMicros,
        baseMicros,
        flushMicros,
        scheduler,
        value,
        writeBack);
  }

  List<String> emulatorOptions() {
    List<String> options = new ArrayList<>(driveOptions());
    options.addAll(price.emulatorOptions());
    return options;
  }

  /** Of the drive's volatile cache; 0 if it has none. */
  int cacheMebibytes() {
    return writeBack ? CACHE_MEBIBYTES : 0;
  }

  private List<String> driveOptions() {
    return List.of(
        "--size-mib=" + mebibytes,
        "--bandwidth-mbs=" + megabytesPerSecond,
        "--channels=" + channels,
        "--stripe-kib=" + stripeKibibytes,
        "--command-us=" + commandMicros,
        "--base-us=" + baseMicros,
        "--flush-us=" + flushMicros,
        "--cache-mib=" + cacheMebibytes());
  }
}
