package io.snapkeeper.wal.crash;

import io.snapkeeper.wal.log.LogSettings;
import io.snapkeeper.wal.log.LogWriter;
import io.snapkeeper.wal.log.WriteAheadLog;
import io.snapkeeper.wal.owner.DirectoryOwner;
import io.snapkeeper.wal.ring.WriterBinary;
import io.snapkeeper.wal.ring.WriterProcessLog;
import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** A log engine, and what it does to its directory. Once closed, it has a history. */
public abstract class RecordedEngine implements Closeable {

  /** The two engines. */
  public enum Kind {
    JAVA {
      @Override
      public RecordedEngine open(LogSettings settings, SplittableRandom random) throws IOException {
        return new InJava(settings);
      }
    },
    C {
      @Override
      public RecordedEngine open(LogSettings settings, SplittableRandom random) throws IOException {
        return new InC(settings, random);
      }
    };

    /**
     * With an empty directory.
     *
     * @param random says where a writer process is killed, if there is one
     */
    public abstract RecordedEngine open(LogSettings settings, SplittableRandom random)
        throws IOException;
  }

  /** What it offers. */
  public abstract WriteAheadLog log();

  /** For what the test does itself. */
  public abstract Recorder recorder();

  /** What was done to the directory; once the engine is closed. */
  public abstract DiskHistory history() throws IOException;

  /** How often its process was killed. */
  public abstract long kills();

  private static void unexpected(String where, Throwable fault) {
    throw new AssertionError(where, fault);
  }

  private static final class InJava extends RecordedEngine {

    private final CrashVolume volume = new CrashVolume();
    private final LogWriter log;

    InJava(LogSettings settings) throws IOException {
      log = new LogWriter(volume, settings, RecordedEngine::unexpected);
    }

    @Override
    public WriteAheadLog log() {
      return log;
    }

    @Override
    public Recorder recorder() {
      return volume.history();
    }

    @Override
    public DiskHistory history() {
      return volume.history();
    }

    @Override
    public long kills() {
      return 0;
    }

    @Override
    public void close() throws IOException {
      log.close();
    }
  }

  private static final class InC extends RecordedEngine {

    private static final Duration PATIENCE = Duration.ofSeconds(30);

    /** No more than the engine replaces for one commit. */
    private static final int KILLS_MAX = 2;

    private static final int RECORDS_MAX = 400;

    /**
     * A log goes on with a second writer only if that has lived for long enough to take it over.
     */
    private static final int RECORDS_OF_SECOND_MIN = 100;

    private static WriterBinary binary;
    private static WriterRecord record;

    private final Path directory;
    private final DirectoryOwner owner;
    private final WriterProcessLog log;
    private long kills;

    InC(LogSettings settings, SplittableRandom random) throws IOException {
      link();
      record.delete();
      record.killAfter(
          IntStream.range(0, random.nextInt(KILLS_MAX + 1))
              .map(i -> random.nextInt(i == 0 ? 1 : RECORDS_OF_SECOND_MIN, RECORDS_MAX))
              .boxed()
              .toList());
      directory = Files.createTempDirectory("snapkeeper-recorded-");
      owner = DirectoryOwner.take(directory, PATIENCE);
      log =
          WriterProcessLog.byRing(
              binary, owner, settings, WriterProcessLog.HUNG_AFTER, RecordedEngine::unexpected);
    }

    private static synchronized void link() throws IOException {
      if (binary == null) {
        try {
          Path program = WriterRecord.link();
          binary = WriterBinary.installed(program);
          record = new WriterRecord(program);
        } catch (IOException | RuntimeException e) {
          throw e;
        } catch (Exception e) {
          throw new IOException(e);
        }
      }
    }

    @Override
    public WriteAheadLog log() {
      return log;
    }

    @Override
    public Recorder recorder() {
      return record;
    }

    @Override
    public DiskHistory history() throws IOException {
      DiskHistory history = RecordedCalls.historyOf(record.entries());
      record.delete();
      return history;
    }

    @Override
    public long kills() {
      return kills;
    }

    @Override
    public void close() throws IOException {
      kills = log.figures().respawns();
      log.close();
      owner.close();
      try (Stream<Path> files = Files.list(directory)) {
        files.forEach(InC::delete);
      }
      Files.delete(directory);
    }

    private static void delete(Path file) {
      try {
        Files.delete(file);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
