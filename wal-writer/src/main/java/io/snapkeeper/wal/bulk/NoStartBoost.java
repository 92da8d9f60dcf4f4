package io.snapkeeper.wal.bulk;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.BiConsumer;

/**
 * Keeps the scheduler BFQ from favouring a bulk write over the log beside it.
 *
 * <p>BFQ takes a thread that begins to write for an application that starts, and one that writes
 * and pauses for soft real-time ({@code bfq_bfqq_handle_idle_busy_switch} in the kernel's {@code
 * bfq-iosched.c}): it gets many times its weight, and the disk is kept free for its next request. A
 * log's commit then waits for slices of hundreds of milliseconds. BFQ does so only for threads of
 * the default priority. So the whole server writes one level below it, which needs no privilege:
 * log, zeros and snapshots stay of equal weight, and are served request by request. Were only the
 * snapshots below, unequal weights would cost them most of the bandwidth.
 *
 * <p>Where no disk has BFQ, and where somebody has chosen a priority for the server, nothing is
 * done. What fails is told and costs latency only.
 */
public final class NoStartBoost {

  /** Where Linux says which scheduler a disk has. */
  private static final Path BLOCK_DEVICES = Path.of("/sys/block");

  /** As the scheduler in use stands among those that there are. */
  private static final String IN_USE = "[bfq]";

  /** The next one below the default, 4. */
  private static final int BELOW_DEFAULT = 5;

  private final Path blockDevices;
  private final String program;
  private final BiConsumer<String, Throwable> troubles;

  /**
   * @param troubles is told if the priority cannot be set, with its place
   */
  public NoStartBoost(BiConsumer<String, Throwable> troubles) {
    this(BLOCK_DEVICES, "ionice", troubles);
  }

  NoStartBoost(Path blockDevices, String program, BiConsumer<String, Throwable> troubles) {
    this.blockDevices = blockDevices;
    this.program = program;
    this.troubles = troubles;
  }

  /** For the calling thread, and for the threads and processes that it starts from now on. */
  public void applyToThisThread() {
    if (!isBfqInUse()) {
      return;
    }
    try {
      ThreadIoPriority own = ThreadIoPriority.ofThisThread(program);
      if (own.isDefault()) {
        own.bestEffort(BELOW_DEFAULT);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (IOException | RuntimeException e) {
      troubles.accept(
          "the server's I/O priority",
          new IOException(
              "a disk is scheduled by BFQ, which favours what begins to write: log commits may"
                  + " wait for a snapshot. The remedy is ionice (util-linux or BusyBox) on the path,"
                  + " or another scheduler",
              e));
    }
  }

  /** On any disk: those that a volume lies on are not easily told. */
  private boolean isBfqInUse() {
    try (DirectoryStream<Path> devices = Files.newDirectoryStream(blockDevices)) {
      for (Path device : devices) {
        if (schedulers(device).contains(IN_USE)) {
          return true;
        }
      }
      return false;
    } catch (IOException | DirectoryIteratorException e) {
      return false; // no Linux, or none that shows its disks
    }
  }

  private static String schedulers(Path device) throws IOException {
    Path file = device.resolve("queue/scheduler");
    return Files.isReadable(file) ? Files.readString(file) : "";
  }
}
