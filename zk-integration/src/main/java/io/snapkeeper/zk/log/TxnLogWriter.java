package io.snapkeeper.zk.log;

import io.snapkeeper.wal.log.LogFigures;
import io.snapkeeper.wal.log.PoisonedLogException;
import io.snapkeeper.wal.log.WriteAheadLog;
import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.concurrent.TimeUnit;
import java.util.zip.Adler32;
import org.apache.jute.BinaryOutputArchive;
import org.apache.zookeeper.server.Request;
import org.apache.zookeeper.server.ServerMetrics;
import org.apache.zookeeper.server.ServerStats;
import org.apache.zookeeper.server.persistence.FileHeader;
import org.apache.zookeeper.server.persistence.FilePadding;
import org.apache.zookeeper.server.persistence.FileTxnLog;
import org.apache.zookeeper.server.persistence.Util;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Does for a server's log what {@code FileTxnLog} does, with the same bytes in the same files, and
 * the same warnings, figures and size limit. Thread-safe, by one lock as there; only {@link
 * #totalLogBytes} takes none.
 */
public final class TxnLogWriter implements Closeable {

  /** ZooKeeper's own, with its word for a slow disk: operators look for it. */
  private static final Logger LOG = LoggerFactory.getLogger(FileTxnLog.class);

  /** Before each record: checksum and length. */
  private static final int PREFIX_BYTES = Long.BYTES + Integer.BYTES;

  /** 'B', after each record. */
  private static final byte[] END_OF_RECORD = {0x42};

  private final WriteAheadLog writer;
  private final TxnLogLimits limits;
  private final DurableListener durableListener;
  private final Adler32 checksum = new Adler32();
  private final ByteBuffer prefix = ByteBuffer.allocate(PREFIX_BYTES);

  private ServerStats serverStats;
  private long lastZxid;

  /** What the current file counts, preallocated space included. */
  private volatile long paddedBytes;

  private volatile long earlierBytes;
  private volatile long syncMillis = -1;

  TxnLogWriter(WriteAheadLog writer, TxnLogLimits limits, DurableListener durableListener) {
    this.writer = writer;
    this.limits = limits;
    this.durableListener = durableListener;
  }

  /**
   * Appends a transaction; begins a file if there is none.
   *
   * @return false if the request is none
   * @throws LogNotBegunException if the file could not be made: nothing was appended
   * @throws PoisonedLogException if the log can no longer be written
   */
  public synchronized boolean append(Request request) throws IOException {
    if (request.getHdr() == null) {
      return false;
    }
    long zxid = request.getHdr().getZxid();
    if (zxid <= lastZxid) {
      LOG.warn(
          "Current zxid {} is <= {} for {}",
          zxid,
          lastZxid,
          Request.op2String(request.getHdr().getType()));
    } else {
      lastZxid = zxid;
    }
    byte[] record =
        Util.marshallTxnEntry(request.getHdr(), request.getTxn(), request.getTxnDigest());
    if (record == null || record.length == 0) {
      throw new IOException("Faulty serialization for header and txn");
    }
    if (!writer.isOpen()) {
      begin(zxid);
    }
    paddedBytes =
        FilePadding.calculateFileSizeWithPadding(
            writer.durableBytes(), paddedBytes, FilePadding.getPreAllocSize());
    checksum.reset();
    checksum.update(record, 0, record.length);
    prefix.clear();
    prefix.putLong(checksum.getValue()).putInt(record.length);
    durableListener.appended();
    writer.append(prefix.array(), 0, PREFIX_BYTES);
    writer.append(record, 0, record.length);
    writer.append(END_OF_RECORD, 0, 1);
    return true;
  }

  private void begin(long zxid) throws IOException {
    String name = Util.makeLogName(zxid);
    LOG.info("Creating new log file: {}", name);
    try {
      writer.begin(name, header());
    } catch (PoisonedLogException e) {
      throw e;
    } catch (Throwable e) { // whatever it is, nothing has begun
      throw new LogNotBegunException(name, e);
    }
    paddedBytes = writer.durableBytes();
    durableListener.begun(name, paddedBytes);
  }

  private static byte[] header() throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    // ZooKeeper has never given its databases another number than 0
    new FileHeader(FileTxnLog.TXNLOG_MAGIC, FileTxnLog.VERSION, 0)
        .serialize(BinaryOutputArchive.getArchive(bytes), "fileheader");
    return bytes.toByteArray();
  }

  /**
   * Brings what was appended to stable storage, and rolls the log if it is too large.
   *
   * @throws PoisonedLogException if that fails, for good
   */
  public synchronized void commit() throws IOException {
    if (!writer.isOpen()) {
      return;
    }
    long start = System.nanoTime();
    long durable = writer.commit();
    durableListener.durableUpTo(durable);
    long millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start);
    syncMillis = millis;
    paddedBytes = Math.max(paddedBytes, durable);
    if (millis > limits.warningMillis()) {
      if (serverStats != null) {
        serverStats.incrementFsyncThresholdExceedCount();
      }
      LOG.warn(
          "fsync-ing the write ahead log in {} took {}ms which will adversely effect operation"
              + " latency. File size is {} bytes. See the ZooKeeper troubleshooting guide",
          Thread.currentThread().getName(),
          millis,
          durable);
    }
    ServerMetrics.getMetrics().FSYNC_TIME.add(millis);
    if (limits.sizeBytes() > 0 && paddedBytes > limits.sizeBytes()) {
      rollLog();
    }
  }

  /** The next transaction goes to a new file. */
  public synchronized void rollLog() throws IOException {
    if (writer.isOpen()) {
      writer.end();
      earlierBytes += paddedBytes;
      paddedBytes = 0;
    }
  }

  /** Log bytes since this was last set, preallocated space included, as ZooKeeper counts. */
  public long totalLogBytes() {
    return earlierBytes + paddedBytes;
  }

  /** Sets what the files before the current one count. */
  public synchronized void setEarlierLogBytes(long bytes) {
    earlierBytes = bytes;
  }

  public synchronized void setServerStats(ServerStats stats) {
    serverStats = stats;
  }

  /** How the log is written; takes no lock. */
  public LogFigures figures() {
    return writer.figures();
  }

  /** How long the last commit took; -1 before the first. */
  public long syncMillis() {
    return syncMillis;
  }

  /** Commits and closes; what could not be committed was acknowledged to nobody. */
  @Override
  public synchronized void close() throws IOException {
    try {
      writer.end();
    } finally {
      writer.close();
    }
  }
}
