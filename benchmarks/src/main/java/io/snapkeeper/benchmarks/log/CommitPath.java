package io.snapkeeper.benchmarks.log;

import io.snapkeeper.wal.log.ChannelVolume;
import io.snapkeeper.wal.log.LogSettings;
import io.snapkeeper.wal.log.LogWriter;
import io.snapkeeper.wal.log.WriteAheadLog;
import io.snapkeeper.wal.owner.DirectoryOwner;
import io.snapkeeper.wal.ring.WriterBinary;
import io.snapkeeper.wal.ring.WriterProcessLog;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.zookeeper.ZooDefs;
import org.apache.zookeeper.server.Request;
import org.apache.zookeeper.server.persistence.FileTxnLog;
import org.apache.zookeeper.txn.SetDataTxn;
import org.apache.zookeeper.txn.TxnHeader;

/** One way to bring a record to the disk. */
interface CommitPath extends AutoCloseable {

  /** Ways by name. */
  enum Way {
    /** ZooKeeper's own class, with its marshalling. */
    STOCK("stock") {
      @Override
      CommitPath open(Path directory, int recordBytes) {
        return new Stock(directory, recordBytes);
      }
    },
    /** The plugin's writer, from inside the server. */
    IN_PROCESS("in-process") {
      @Override
      CommitPath open(Path directory, int recordBytes) throws IOException {
        return Written.by(
            directory,
            recordBytes,
            (owner, fault) -> new LogWriter(new ChannelVolume(owner), LogSettings.DEFAULT, fault));
      }
    },
    /** The plugin's writer, in a process of its own, by shared memory. */
    PROCESS("process") {
      @Override
      CommitPath open(Path directory, int recordBytes) throws IOException {
        return Written.by(
            directory,
            recordBytes,
            (owner, fault) ->
                WriterProcessLog.byRing(binary(), owner, LogSettings.DEFAULT, PATIENCE, fault));
      }
    },
    /** The same process, by pipes. */
    PIPE("process, by pipes") {
      @Override
      CommitPath open(Path directory, int recordBytes) throws IOException {
        return Written.by(
            directory,
            recordBytes,
            (owner, fault) ->
                WriterProcessLog.byPipe(binary(), owner, LogSettings.DEFAULT, PATIENCE, fault));
      }
    };

    private static final Duration PATIENCE = WriterProcessLog.HUNG_AFTER;

    private final String title;

    Way(String title) {
      this.title = title;
    }

    String title() {
      return title;
    }

    private static WriterBinary binary() throws IOException {
      return WriterBinary.extract(List.of(Path.of(System.getProperty("java.io.tmpdir"))));
    }

    /**
     * @param directory is empty
     */
    abstract CommitPath open(Path directory, int recordBytes) throws IOException;
  }

  /** Appends a record and commits it. */
  void commit() throws IOException;

  /** CPU that others than the caller have used for it so far, threads or a process. */
  default long writerCpuNanos() {
    return 0;
  }

  @Override
  void close() throws IOException;

  /** See {@link Way#STOCK}. */
  final class Stock implements CommitPath {
    private final FileTxnLog log;
    private final byte[] data;
    private long zxid;

    Stock(Path directory, int recordBytes) {
      log = new FileTxnLog(directory.toFile());
      data = new byte[recordBytes];
    }

    @Override
    public void commit() throws IOException {
      zxid++;
      TxnHeader header = new TxnHeader(1, (int) zxid, zxid, zxid, ZooDefs.OpCode.setData);
      SetDataTxn txn = new SetDataTxn("/n", data, 1);
      log.append(new Request(1, (int) zxid, ZooDefs.OpCode.setData, header, txn, zxid));
      log.commit();
    }

    @Override
    public void close() throws IOException {
      log.close();
    }
  }

  /** What the writer's own threads report: a figure measured beside it counts for nothing. */
  final class FirstFault implements LogWriter.Troubles {
    private final AtomicReference<IOException> first = new AtomicReference<>();

    @Override
    public void add(String where, Throwable fault) {
      first.compareAndSet(null, new IOException(where, fault));
    }

    void rethrow() throws IOException {
      if (first.get() != null) {
        throw first.get();
      }
    }
  }

  /** See {@link Way#IN_PROCESS} and {@link Way#PROCESS}. */
  final class Written implements CommitPath {

    /** How the writer names its thread. */
    private static final String ZEROING = "snapkeeper-wal-zeroes";

    /** A log is rolled long before it is so large; so are ours. */
    private static final long ROLL_BYTES = 512L << 20;

    /** Makes the log that is measured. */
    interface Opener {
      WriteAheadLog open(DirectoryOwner owner, FirstFault fault) throws IOException;
    }

    private final DirectoryOwner owner;
    private final WriteAheadLog log;
    private final FirstFault fault;
    private final byte[] record;
    private int number;

    private Written(DirectoryOwner owner, WriteAheadLog log, int recordBytes, FirstFault fault)
        throws IOException {
      this.owner = owner;
      this.log = log;
      this.fault = fault;
      record = new byte[recordBytes];
      begin();
    }

    static Written by(Path directory, int recordBytes, Opener opener) throws IOException {
      FirstFault fault = new FirstFault();
      DirectoryOwner owner = DirectoryOwner.take(directory, Way.PATIENCE);
      return new Written(owner, opener.open(owner, fault), recordBytes, fault);
    }

    private void begin() throws IOException {
      log.begin("log." + number++, new byte[16]);
    }

    @Override
    public void commit() throws IOException {
      if (log.tailBytes() > ROLL_BYTES) {
        log.end();
        begin();
      }
      log.append(record, 0, record.length);
      log.commit();
      fault.rethrow();
    }

    @Override
    public long writerCpuNanos() {
      return log instanceof WriterProcessLog process
          ? ProcessHandle.of(process.writerPid())
              .flatMap(writer -> writer.info().totalCpuDuration())
              .map(Duration::toNanos)
              .orElse(0L)
          : zeroingCpuNanos();
    }

    /** Of the threads that write zeros ahead, which a process has in itself. */
    private static long zeroingCpuNanos() {
      ThreadMXBean threads = ManagementFactory.getThreadMXBean();
      return Arrays.stream(threads.getThreadInfo(threads.getAllThreadIds()))
          .filter(thread -> thread != null && thread.getThreadName().startsWith(ZEROING))
          .mapToLong(thread -> Math.max(0, threads.getThreadCpuTime(thread.getThreadId())))
          .sum();
    }

    @Override
    public void close() throws IOException {
      log.close();
      owner.close();
      fault.rethrow();
    }
  }
}
