package io.snapkeeper.wal.bulk;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BiConsumer;

/**
 * Keeps the scheduler BFQ from taking a direct bulk write for an application that starts.
 *
 * <p>A thread that begins to write is served as such for several seconds: with thirty times its
 * weight, and with the disk kept free for its next request ({@code
 * bfq_bfqq_handle_idle_busy_switch} in the kernel's {@code bfq-iosched.c}). A log's commit then
 * waits for whole slices of bulk requests. BFQ does so only for threads of the default priority. So
 * the first requests go out one level below it, and the others, as the log's, at the default: two
 * threads of equal weight are served request by request. To stay below for good would cost most of
 * the bandwidth.
 *
 * <p>Without BFQ, and where somebody has chosen a priority for the server, nothing is done. What
 * fails is said once and costs latency only. Thread-safe; each file is written by one thread, of
 * its own.
 */
public final class NoStartBoost implements BulkFile.Opener {

  /** Where Linux says which scheduler a disk has. */
  private static final Path BLOCK_DEVICES = Path.of("/sys/block");

  /** As the scheduler in use stands among those that there are. */
  private static final String IN_USE = "[bfq]";

  /** The next one below the default, 4. */
  private static final int BELOW_DEFAULT = 5;

  /** BFQ decides at the first; some more, because it looks at a queue anew when it was empty. */
  static final int FIRST_REQUESTS = 8;

  private final BulkFile.Opener files;
  private final Path blockDevices;
  private final String program;
  private final BiConsumer<String, Throwable> troubles;
  private final AtomicBoolean failed = new AtomicBoolean();

  /**
   * @param files makes the files
   * @param troubles is told, once, if a priority cannot be set, with its place
   */
  public NoStartBoost(BulkFile.Opener files, BiConsumer<String, Throwable> troubles) {
    this(files, BLOCK_DEVICES, "ionice", troubles);
  }

  NoStartBoost(
      BulkFile.Opener files,
      Path blockDevices,
      String program,
      BiConsumer<String, Throwable> troubles) {
    this.files = files;
    this.blockDevices = blockDevices;
    this.program = program;
    this.troubles = troubles;
  }

  @Override
  public BulkFile open(Path path, boolean direct) throws IOException {
    BulkFile file = files.open(path, direct);
    return direct && !failed.get() && isBfqInUse() ? new Begun(file) : file;
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

  /** A step that changes a priority. */
  private interface Step {
    void run() throws IOException, InterruptedException;
  }

  /** A file from its first request on. */
  private final class Begun extends ForwardingFile {

    private ThreadIoPriority lowered; // of the writing thread, while it is
    private int requests;

    Begun(BulkFile file) {
      super(file);
    }

    @Override
    public void write(ByteBuffer block, long position) throws IOException {
      if (requests == 0) {
        attempt(this::lower);
      }
      super.write(block, position);
      if (++requests == FIRST_REQUESTS && lowered != null) {
        attempt(lowered::unset);
      }
    }

    private void lower() throws IOException, InterruptedException {
      ThreadIoPriority own = ThreadIoPriority.ofThisThread(program);
      if (own.isDefault()) {
        own.bestEffort(BELOW_DEFAULT);
        lowered = own;
      }
    }

    private void attempt(Step step) {
      try {
        step.run();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      } catch (IOException | RuntimeException e) {
        if (failed.compareAndSet(false, true)) {
          troubles.accept(
              "the I/O priority of snapshots",
              new IOException(
                  "a disk is scheduled by BFQ, which favours what begins to write: log commits may"
                      + " wait for a snapshot. The remedy is ionice (util-linux) on the path, or"
                      + " another scheduler",
                  e));
        }
      }
    }
  }
}
