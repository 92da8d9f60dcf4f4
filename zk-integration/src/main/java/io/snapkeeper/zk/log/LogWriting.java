package io.snapkeeper.zk.log;

import io.snapkeeper.wal.log.ChannelVolume;
import io.snapkeeper.wal.log.LogSettings;
import io.snapkeeper.wal.log.LogVolume;
import io.snapkeeper.wal.log.LogWriter;
import io.snapkeeper.wal.log.PoisonedLogException;
import io.snapkeeper.wal.log.WriteAheadLog;
import io.snapkeeper.wal.ring.WriterBinary;
import io.snapkeeper.wal.ring.WriterProcessLog;
import io.snapkeeper.zk.config.WriterConfig;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;
import org.apache.zookeeper.server.ExitCode;
import org.apache.zookeeper.server.persistence.FilePadding;
import org.apache.zookeeper.util.ServiceUtils;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Who writes a server's log: the first of several ways that works, and ZooKeeper if none does.
 * Thread-safe.
 *
 * <p>Before a log file has begun, whatever fails leaves the log to the next way. After that only
 * the plugin knows what is in the file, and a failed commit is the end of the server's process:
 * what is on the disk then is not known to anybody, and a process that went on could acknowledge
 * it.
 */
public final class LogWriting {

  private static final Logger LOG = LoggerFactory.getLogger(LogWriting.class);

  /** Who writes. The labels are part of the status document. */
  public enum Way {
    /** ZooKeeper's own log. */
    STOCK,
    /** The plugin, from inside the server. */
    IN_PROCESS,
    /** A process of its own. */
    PROCESS
  }

  /** Makes a log; what it throws says why this way does not work. */
  interface Opener {
    WriteAheadLog open() throws IOException;
  }

  /** One way to write. */
  record Candidate(Way way, Opener opener) {}

  private final Iterator<Candidate> candidates;
  private final BiConsumer<String, Throwable> faults;
  private final Runnable exit;
  private final List<String> reasons = new ArrayList<>();
  private volatile Candidate current;
  private volatile TxnLogWriter writer;
  private volatile String reason;

  LogWriting(List<Candidate> candidates, BiConsumer<String, Throwable> faults, Runnable exit) {
    this.candidates = candidates.iterator();
    this.faults = faults;
    this.exit = exit;
    this.reason = "";
    next();
  }

  /** ZooKeeper writes, for this reason. */
  public static LogWriting stock(String reason) {
    LogWriting writing = new LogWriting(List.of(), (where, fault) -> {}, () -> {});
    writing.reason = reason;
    return writing;
  }

  /**
   * As configured.
   *
   * @param directory of the log files
   * @param faults is told of what costs time only, with its place
   */
  public static LogWriting of(
      WriterConfig config, Path directory, BiConsumer<String, Throwable> faults) {
    if (config.placement() == WriterConfig.Placement.OFF) {
      return stock("snapkeeper.writer=off");
    }
    if (System.getProperty("zookeeper.forceSync", "yes").equals("no")) {
      return stock("zookeeper.forceSync=no: commits need not be durable");
    }
    List<Candidate> candidates = new ArrayList<>();
    if (config.placement() == WriterConfig.Placement.PROCESS) {
      candidates.add(new Candidate(Way.PROCESS, () -> process(config, directory, faults)));
    }
    candidates.add(
        new Candidate(Way.IN_PROCESS, () -> inProcess(new ChannelVolume(directory), faults)));
    return new LogWriting(
        candidates,
        faults,
        () -> ServiceUtils.requestSystemExit(ExitCode.UNEXPECTED_ERROR.getValue()));
  }

  static WriteAheadLog inProcess(LogVolume volume, BiConsumer<String, Throwable> faults)
      throws IOException {
    return new LogWriter(volume, settings(), faults::accept);
  }

  private static WriteAheadLog process(
      WriterConfig config, Path directory, BiConsumer<String, Throwable> faults)
      throws IOException {
    WriterBinary binary =
        config.path().isPresent()
            ? WriterBinary.installed(config.path().get())
            : WriterBinary.extract(
                List.of(Path.of(System.getProperty("java.io.tmpdir")), directory));
    return WriterProcessLog.byRing(
        binary, directory, settings(), WriterProcessLog.HUNG_AFTER, faults::accept);
  }

  private static LogSettings settings() {
    return new LogSettings(Math.max(0, FilePadding.getPreAllocSize()));
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
    if (current != null && !open()) {
      next();
    }
  }

  private void next() {
    do {
      writer = null;
      current = candidates.hasNext() ? candidates.next() : null;
    } while (current != null && !open());
  }

  private boolean open() {
    try {
      writer = new TxnLogWriter(current.opener().open(), TxnLogLimits.of(System.getProperties()));
      return true;
    } catch (IOException | RuntimeException e) {
      giveReason(e);
      return false;
    }
  }

  private void giveReason(Exception cause) {
    reasons.add(cause.getMessage());
    reason = String.join("; ", reasons);
    LOG.warn(
        "snapkeeper does not write the log by way of {}: {}",
        current.way().name().toLowerCase(java.util.Locale.ROOT).replace('_', '-'),
        cause.getMessage());
  }

  /** The present way could not begin a file, and has nothing open: the next one is taken. */
  public void tryNext(Exception cause) {
    giveReason(cause);
    next();
  }

  /** Nobody may write the log any more: says so and ends the process. */
  public void poisoned(PoisonedLogException cause) {
    faults.accept("the log", cause);
    LOG.error("snapkeeper ends this server: {}", cause.getMessage());
    exit.run();
  }
}
