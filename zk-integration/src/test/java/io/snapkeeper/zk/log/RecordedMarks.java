package io.snapkeeper.zk.log;

import io.snapkeeper.wal.crash.Disk;
import io.snapkeeper.wal.crash.Operation.Guarantee;
import io.snapkeeper.wal.crash.Operation.Write;
import io.snapkeeper.wal.crash.Recorder;
import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * The marks that {@link DurableMarks} writes, in the history of the disk that crashes. A second
 * passes when the random generator says so. What marks are of stands for the logs: empty files in a
 * directory of its own.
 */
final class RecordedMarks implements DurableListener, Closeable {

  /** Files of the engines have others. */
  private static final long FILE = -1;

  private static final int SECONDS_BETWEEN_COMMITS = 6;

  private final Path directory;
  private final Recorder recorder;
  private final SplittableRandom random;
  private final DurableMarks marks;
  private byte[] recorded = new byte[0];

  /**
   * @param directory empty
   */
  RecordedMarks(Path directory, Recorder recorder, SplittableRandom random) {
    this.directory = directory;
    this.recorder = recorder;
    this.random = random;
    marks =
        new DurableMarks(
            directory,
            (where, fault) -> {
              throw new AssertionError(where, fault);
            });
    recorder.created(FILE, DurableMarks.NAME);
  }

  @Override
  public void begun(String name, long bytes) {
    try {
      Files.createFile(directory.resolve(name));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    marks.begun(name, bytes);
    record();
  }

  @Override
  public void appended() {
    marks.appended();
  }

  @Override
  public void durableUpTo(long bytes) {
    marks.durableUpTo(bytes);
    if (random.nextInt(SECONDS_BETWEEN_COMMITS) == 0) {
      marks.markNow();
      record();
    }
  }

  @Override
  public void noMore() {
    marks.noMore();
  }

  private void record() {
    byte[] now;
    try {
      now = Files.readAllBytes(directory.resolve(DurableMarks.NAME));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    byte[] before = Arrays.copyOf(recorded, now.length);
    for (int at = 0; at < now.length; at += Disk.SECTOR_BYTES) {
      int end = at + Disk.SECTOR_BYTES;
      if (!Arrays.equals(now, at, end, before, at, end)) {
        recorder.written(
            new Write(FILE, at, Arrays.copyOfRange(now, at, end), Guarantee.DATA_AND_SIZE));
      }
    }
    recorded = now;
  }

  /** With a last mark, as a server that stops leaves it. */
  @Override
  public void close() {
    marks.close();
    record();
  }
}
