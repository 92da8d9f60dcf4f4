package io.snapkeeper.faults;

import io.snapkeeper.containers.ImageUnderTest;
import io.snapkeeper.ensemble.EnsembleException;
import io.snapkeeper.ensemble.flash.FlashDisk;
import io.snapkeeper.ensemble.flash.FlashDisks;
import io.snapkeeper.ensemble.flash.FlashSpec;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/** An emulated disk for each server, and what goes wrong with it. */
final class DiskFaults implements AutoCloseable {

  /** Logs of 1 MiB each, a few snapshots of 4 MB, and a journal. */
  static final int SMALL_MEBIBYTES = 192;

  /** The same where the load is heavy, elections are many, and nothing is purged for a minute. */
  static final int LARGE_MEBIBYTES = 640;

  private static final String BALLAST = "ballast";

  /** Less is taken block by block. */
  private static final long AT_ONCE_MIN = 4 << 20;

  private final FlashDisks disks;
  private final Map<Long, FlashDisk> bySid = new TreeMap<>();

  private DiskFaults(FlashDisks disks) {
    this.disks = disks;
    for (FlashDisk disk : disks.disks()) {
      bySid.put(bySid.size() + 1L, disk);
    }
  }

  /**
   * Sets up disks for servers 1 to {@code servers}; ends the test as not run where it cannot.
   *
   * @param mebibytes of each, which lie in this machine's memory
   */
  static DiskFaults create(int servers, int mebibytes) {
    Host.requireFaults();
    FlashDisks.unavailable().ifPresent(ImageUnderTest::notRun);
    FlashSpec spec = FlashSpec.ofDefaults().withMebibytes(mebibytes);
    try {
      return new DiskFaults(FlashDisks.create(spec, servers));
    } catch (EnsembleException e) {
      ImageUnderTest.notRun(e.getMessage());
      throw e;
    }
  }

  /** Directories on the disks, by the servers that they are for. */
  Map<Long, Path> roots() {
    Map<Long, Path> roots = new TreeMap<>();
    bySid.forEach((sid, disk) -> roots.put(sid, disk.mount().resolve("zoo" + sid)));
    return roots;
  }

  /** The disk answers nothing until it is healed; then it does what it was asked. */
  Fault hang(Node node) {
    FlashDisk disk = bySid.get(node.sid());
    return Fault.of("the disk of " + node + " hangs", disk::hang, disk::goOn);
  }

  /** The disk pauses again and again, so that a command takes about that long. */
  Fault slow(Node node, Duration command) {
    Repeated stalls = new Repeated(bySid.get(node.sid()), command);
    return Fault.of(
        "the disk of %s takes about %d ms a command".formatted(node, command.toMillis()),
        stalls::start,
        stalls::stop);
  }

  /** Nothing is free on the disk. */
  Fault full(Node node) {
    Path ballast = bySid.get(node.sid()).mount().resolve(BALLAST);
    return Fault.of(
        "the disk of %s is full".formatted(node),
        () -> fill(ballast),
        () -> {
          try {
            Files.deleteIfExists(ballast);
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
        });
  }

  /**
   * The same, healed by a start of the server. It ends before there is space again: where ZooKeeper
   * writes its log itself, a server whose commit has failed stays in its process, and once there is
   * space it goes on behind a gap in its log.
   */
  Fault fullUntilStartedAgain(Node node) {
    Fault full = full(node);
    return Fault.of(
        full.name(),
        full::inject,
        () -> {
          node.kill();
          full.heal();
          node.start();
        });
  }

  /** Takes most at once, and the rest block by block: the server writes meanwhile. */
  private static void fill(Path ballast) {
    try {
      long taken = 0;
      long free = Files.getFileStore(ballast.getParent()).getUsableSpace();
      for (; free > AT_ONCE_MIN; free = Files.getFileStore(ballast.getParent()).getUsableSpace()) {
        long most = free * 3 / 4;
        if (!Host.tryRun(
                "fallocate",
                "-o",
                Long.toString(taken),
                "-l",
                Long.toString(most),
                ballast.toString())
            .succeeded()) {
          break; // the server has taken what was free
        }
        taken += most;
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    // Ends with "no space left on device".
    Host.tryRun("dd", "if=/dev/zero", "of=" + ballast, "bs=4k", "oflag=append", "conv=notrunc");
  }

  /** A few writes fail; healed by a repair of the file system, for which the server must end. */
  Fault failWrites(Node node, int count) {
    FlashDisk disk = bySid.get(node.sid());
    return Fault.of(
        "%d writes of the disk of %s fail".formatted(count, node),
        () -> disk.failWrites(count),
        () -> {
          disk.failWrites(0);
          node.kill();
          disk.remount();
          node.start();
        });
  }

  @Override
  public void close() {
    disks.close();
  }

  /** Orders stalls, one after the other, from a thread of its own. */
  private static final class Repeated {

    /** In between it answers what has gathered. */
    private static final int ANSWERING_MILLIS = 5;

    private final FlashDisk disk;
    private final Duration stall;
    private Thread thread;

    Repeated(FlashDisk disk, Duration stall) {
      this.disk = disk;
      this.stall = stall;
    }

    void start() {
      thread = new Thread(this::run, "slow-disk");
      thread.setDaemon(true);
      thread.start();
    }

    private void run() {
      try {
        while (true) {
          disk.stall(stall);
          TimeUnit.MILLISECONDS.sleep(stall.toMillis() + ANSWERING_MILLIS);
        }
      } catch (InterruptedException e) {
        // told to stop
      }
    }

    void stop() {
      thread.interrupt();
      try {
        thread.join();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
