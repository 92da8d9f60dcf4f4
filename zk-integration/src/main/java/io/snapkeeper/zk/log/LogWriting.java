package io.snapkeeper.zk.log;

import io.snapkeeper.wal.filesystem.LogFileSystem;
import io.snapkeeper.wal.log.ChannelVolume;
import io.snapkeeper.wal.log.LogSettings;
import io.snapkeeper.wal.log.LogVolume;
import io.snapkeeper.wal.log.LogWriter;
import io.snapkeeper.wal.log.PoisonedLogException;
import io.snapkeeper.wal.log.WriteAheadLog;
import io.snapkeeper.wal.owner.DirectoryOwner;
import io.snapkeeper.wal.ring.WriterBinary;
import io.snapkeeper.wal.ring.WriterProcessLog;
import io.snapkeeper.zk.config.WriterConfig;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;
import org.apache.zookeeper.server.Request;
import org.apache.zookeeper.server.ServerStats;
import org.apache.zookeeper.server.persistence.FilePadding;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Who writes a server's log: the first of several ways that works, and ZooKeeper if none does.
 * Thread-safe.
 *
 * <p>Before a log file has begun, whatever fails leaves the log to the next way. After that only
 * the plugin knows what is in the file, and a failed commit is the end of the server's process:
 * what is on the disk then is not known to anybody, and a process that went on could acknowledge
 * it. The same holds for a commit of ZooKeeper's, where the plugin was to write.
 */
public final class LogWriting {

  private static final Logger LOG = LoggerFactory.getLogger(LogWriting.class);

  /** Who writes. The labels are part of the status document. */
  public enum Way {
    /** ZooKeeper's own log. */
    STOCK("stock"),
    /** The plugin, from inside the server. */
    IN_PROCESS("in-process"),
    /** A process of its own. */
    PROCESS("process");

    private final String label;

    Way(String label) {
      this.label = label;
    }

    public String label() {
      return label;
    }
  }

  /** ZooKeeper's own log of the same server, for where the plugin does not write. */
  public interface StockLog {

    boolean append(Request request) throws IOException;

    void commit() throws IOException;

    void rollLog() throws IOException;

    /** Sets what it counts of files that it did not write. */
    void setTotalLogSize(long bytes);
  }

  /** Makes a log; what it throws says why this way does not work. */
  interface Opener {
    WriteAheadLog open() throws IOException;
  }

  /** What has to be so before ZooKeeper writes where the plugin did. */
  interface TakingOver {
    void await() throws IOException;
  }

  /** One way to write. */
  record Candidate(Way way, Opener opener) {}

  /** A writer process that was ended is gone within milliseconds, unless the disk holds it. */
  private static final Duration WRITER_ENDS = Duration.ofSeconds(10);

  private final DurableListener durableListener;
  private final Iterator<Candidate> candidates;

  /** The plugin was to write: a failed commit ends the process, whoever writes in the end. */
  private final boolean endsWithItsLog;

  private final BiConsumer<String, Throwable> faults;
  private final ServerEnd end;
  private final TakingOver stockTakesOver;
  private final List<String> reasons = new ArrayList<>();
  private volatile Candidate current;
  private volatile TxnLogWriter writer;
  private volatile String reason;
  private volatile ServerStats serverStats;

  /**
   * Set once and for all: also a log that is closed, or truncated and begun anew, is not written.
   */
  private volatile PoisonedLogException poison;

  LogWriting(
      List<Candidate> candidates,
      BiConsumer<String, Throwable> faults,
      ServerEnd end,
      TakingOver stockTakesOver,
      DurableListener durableListener) {
    this.durableListener = durableListener;
    this.stockTakesOver = stockTakesOver;
    this.candidates = candidates.iterator();
    this.endsWithItsLog = !candidates.isEmpty();
    this.faults = faults;
    this.end = end;
    this.reason = "";
    next();
  }

  /** ZooKeeper writes, for this reason. */
  public static LogWriting stock(String reason) {
    LogWriting writing =
        new LogWriting(
            List.of(),
            (where, fault) -> {},
            ServerEnd.ofThisProcess(() -> {}),
            () -> {},
            DurableListener.NONE);
    writing.reason = reason;
    return writing;
  }

  /**
   * As configured.
   *
   * @param ownership of the directory of the log files
   * @param fileSystem that this directory is on
   * @param faults is told of what costs time only, with its place
   * @param leave closes the server's connections, for where its process cannot end at once
   */
  public static LogWriting of(
      WriterConfig config,
      LogOwnership ownership,
      LogFileSystem fileSystem,
      BiConsumer<String, Throwable> faults,
      Runnable leave) {
    if (config.placement() == WriterConfig.Placement.OFF) {
      return stock("");
    }
    if (System.getProperty("zookeeper.forceSync", "yes").equals("no")) {
      return stock("zookeeper.forceSync=no: commits need not be durable");
    }
    if (ownership.owner().isEmpty()) {
      return stock(ownership.whyNone());
    }
    DirectoryOwner owner = ownership.owner().get();
    LogSettings settings = settings(fileSystem);
    List<Candidate> candidates = new ArrayList<>();
    if (config.placement() == WriterConfig.Placement.PROCESS) {
      candidates.add(new Candidate(Way.PROCESS, () -> process(config, owner, settings, faults)));
    }
    candidates.add(
        new Candidate(
            Way.IN_PROCESS,
            () -> {
              owner.takeWritingBack(WRITER_ENDS);
              return inProcess(new ChannelVolume(owner), settings, faults);
            }));
    return new LogWriting(
        candidates,
        faults,
        ServerEnd.ofThisProcess(leave),
        () -> owner.takeWritingBack(WRITER_ENDS),
        new DurableMarks(owner.directory(), faults));
  }

  static WriteAheadLog inProcess(
      LogVolume volume, LogSettings settings, BiConsumer<String, Throwable> faults)
      throws IOException {
    return new LogWriter(volume, settings, faults::accept);
  }

  private static WriteAheadLog process(
      WriterConfig config,
      DirectoryOwner owner,
      LogSettings settings,
      BiConsumer<String, Throwable> faults)
      throws IOException {
    WriterBinary binary =
        config.path().isPresent()
            ? WriterBinary.installed(config.path().get())
            : WriterBinary.extract(
                List.of(Path.of(System.getProperty("java.io.tmpdir")), owner.directory()));
    return WriterProcessLog.open(
        binary, owner, settings, WriterProcessLog.HUNG_AFTER, faults::accept);
  }

  /** Both engines write zeros, or none, by what is recognised here. */
  static LogSettings settings(LogFileSystem fileSystem) {
    return new LogSettings(Math.max(0, FilePadding.getPreAllocSize()), fileSystem.zerosAhead());
  }

  /** The writer of the log; empty if ZooKeeper writes it. */
  public Optional<TxnLogWriter> writer() {
    return Optional.ofNullable(writer);
  }

  /** Who writes. */
  public Way way() {
    Candidate candidate = current;
    return candidate == null ? Way.STOCK : candidate.way();
  }

  /** Why it is not written as configured; empty if it is. */
  public String reason() {
    return reason;
  }

  /** Begins anew after {@link TxnLogWriter#close}, if the plugin wrote before. */
  public void reopen() {
    if (poison == null && current != null && !open()) {
      next();
    }
  }

  private void next() {
    do {
      writer = null;
      current = candidates.hasNext() ? candidates.next() : null;
    } while (current != null && !open());
    if (current == null) {
      leaveToZooKeeper();
    }
  }

  /** Its log is written without looking who else writes. */
  private void leaveToZooKeeper() {
    durableListener.noMore();
    try {
      stockTakesOver.await();
    } catch (IOException e) {
      faults.accept("the log", e);
      LOG.error("snapkeeper ends this server: {}", e.getMessage());
      end.exit();
      throw new UncheckedIOException(e);
    }
  }

  private boolean open() {
    try {
      WriteAheadLog log = current.opener().open();
      // A leader whose log hangs must not go on leading: its followers wait for it.
      log.whenPoisonedMeanwhile(this::endedMeanwhile);
      writer = new TxnLogWriter(log, TxnLogLimits.ofSystemProperties(), durableListener);
      writer.setServerStats(serverStats);
      return true;
    } catch (Throwable e) { // a JRE without jdk.unsupported, no memory: nothing has begun
      giveReason(e);
      return false;
    }
  }

  private void giveReason(Throwable cause) {
    reasons.add(cause.getMessage() == null ? cause.toString() : cause.getMessage());
    reason = String.join("; ", reasons);
    LOG.warn(
        "snapkeeper does not write the log by way of {}: {}",
        current.way().label(),
        cause.toString());
  }

  /** Where a commit that takes long is counted. */
  public void setServerStats(ServerStats stats) {
    serverStats = stats;
    writer().ifPresent(present -> present.setServerStats(stats));
  }

  /**
   * Appends a transaction, by the next way if the present one cannot begin a file.
   *
   * @return false if the request is none
   * @throws PoisonedLogException if the log can no longer be written; the process ends
   */
  public boolean append(Request request, StockLog stock) throws IOException {
    requireUsable();
    for (TxnLogWriter present = writer; present != null; present = writer) {
      try {
        return present.append(request);
      } catch (LogNotBegunException e) {
        tryNext(present, e, stock);
      } catch (PoisonedLogException e) {
        throw ended(e);
      }
    }
    try {
      return stock.append(request);
    } catch (IOException e) {
      throw ofZooKeepersLog(e);
    }
  }

  /** The present way could not begin a file, and has nothing open: the next one is taken. */
  private void tryNext(TxnLogWriter present, LogNotBegunException cause, StockLog stock)
      throws IOException {
    long bytes = present.totalLogBytes();
    present.close();
    giveReason(cause);
    next();
    stock.setTotalLogSize(bytes);
    writer().ifPresent(other -> other.setEarlierLogBytes(bytes));
  }

  /**
   * Brings what was appended to stable storage.
   *
   * @throws PoisonedLogException if that fails; the process ends
   */
  public void commit(StockLog stock) throws IOException {
    requireUsable();
    TxnLogWriter present = writer;
    try {
      if (present == null) {
        stock.commit();
      } else {
        present.commit();
      }
    } catch (PoisonedLogException e) {
      throw ended(e);
    } catch (IOException e) {
      throw present == null ? ofZooKeepersLog(e) : e;
    }
  }

  /**
   * The next transaction goes to a new file.
   *
   * @throws PoisonedLogException if the present one cannot be committed; the process ends
   */
  public void rollLog(StockLog stock) throws IOException {
    requireUsable();
    TxnLogWriter present = writer;
    try {
      if (present == null) {
        stock.rollLog();
      } else {
        present.rollLog();
      }
    } catch (PoisonedLogException e) {
      throw ended(e);
    } catch (IOException e) {
      throw present == null ? ofZooKeepersLog(e) : e;
    }
  }

  /**
   * After a failed write ZooKeeper gives up its role and stays in the process, with transactions in
   * its tree that are not in its log. Once there is space again it would write on behind that gap.
   */
  private IOException ofZooKeepersLog(IOException failure) {
    return endsWithItsLog
        ? ended(new PoisonedLogException("ZooKeeper's own log, which took over,", failure))
        : failure;
  }

  private void requireUsable() throws PoisonedLogException {
    if (poison != null) {
      throw poison;
    }
  }

  /** Nobody may write the log any more: says so and ends the process. */
  private PoisonedLogException ended(PoisonedLogException cause) {
    poison = cause;
    say(cause);
    end.exit();
    return cause;
  }

  /** The same while the thread that writes waits for the disk. */
  private void endedMeanwhile(PoisonedLogException cause) {
    poison = cause;
    end.exitThoughTheDiskHangs(() -> say(cause));
  }

  private void say(PoisonedLogException cause) {
    faults.accept("the log", cause);
    LOG.error("snapkeeper ends this server: {}", cause.getMessage());
  }
}
