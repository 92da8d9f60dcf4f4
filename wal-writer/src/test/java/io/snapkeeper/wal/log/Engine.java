package io.snapkeeper.wal.log;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.Closeable;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * One of the two that write a log, with a clock that stands until a test moves it, and a record of
 * what it does to its directory. Files are numbered as they are made:
 *
 * <pre>
 * 1 create, 1 size BYTES, 1 zero POSITION+BYTES, 1 sync, 1 write POSITION+BYTES CRC-32,
 * 1 rename NAME, directory sync, 1 remove
 * </pre>
 */
interface Engine extends Closeable {

  /** What there is no room for on the disk. */
  enum Full {
    ZEROS,
    FILES
  }

  WriteAheadLog log();

  List<String> record() throws IOException;

  /** Grows with the record. */
  long recorded() throws IOException;

  /** How often the clock was read. */
  long clockReads();

  void moveClock(long nanos);

  /** From now on there is no room for these, and room for the others. */
  void fill(Set<Full> what);

  /** Lets the zeroing thread look for work now, if it sleeps. */
  void hurry();

  /**
   * Reads of the clock without anything in the record, after which there is nothing to do. With
   * something to do there are four at most: two of a look for work that began before the clock
   * moved, and two of the next before what it finds is in the record.
   */
  int READS_AT_REST = 8;

  /**
   * Waits until the zeroing thread has looked for work and has found none. Nothing happens after
   * this before the clock moves or the log is used.
   *
   * <p>Reads are counted from after the record was looked at until before it is looked at again:
   * between two lines of this method the thread may do any number of things.
   */
  default void awaitRest() throws IOException, InterruptedException {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(120);
    long recorded = recorded();
    long firstRead = clockReads();
    boolean atRest = false;
    while (!atRest) {
      assertThat(System.nanoTime()).as("the zeroing thread rests").isLessThan(deadline);
      hurry();
      TimeUnit.MICROSECONDS.sleep(100);
      long reads = clockReads() - firstRead;
      long now = recorded();
      if (now != recorded) {
        recorded = now;
        firstRead = clockReads();
      } else {
        atRest = reads >= READS_AT_REST;
      }
    }
  }
}
