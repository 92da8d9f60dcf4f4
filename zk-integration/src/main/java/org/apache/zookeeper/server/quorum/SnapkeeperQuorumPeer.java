package org.apache.zookeeper.server.quorum;

import io.snapkeeper.core.member.MemberConfig;
import io.snapkeeper.core.report.Report;
import io.snapkeeper.metrics.figures.SnapkeeperFigures;
import io.snapkeeper.metrics.history.Timeline;
import io.snapkeeper.metrics.http.EndpointConfig;
import io.snapkeeper.metrics.http.MetricsEndpoint;
import io.snapkeeper.wal.bulk.BulkFile;
import io.snapkeeper.wal.bulk.NoStartBoost;
import io.snapkeeper.wal.filesystem.Durability;
import io.snapkeeper.wal.filesystem.LogFileSystem;
import io.snapkeeper.wal.owner.DirectoryOwnedException;
import io.snapkeeper.wal.pacer.LivePacer;
import io.snapkeeper.wal.pacer.PacerSettings;
import io.snapkeeper.wal.profile.DiskModel;
import io.snapkeeper.zk.PeerView;
import io.snapkeeper.zk.Plugin;
import io.snapkeeper.zk.admin.AdminCommands;
import io.snapkeeper.zk.config.PluginConfig;
import io.snapkeeper.zk.config.SnapshotConfig;
import io.snapkeeper.zk.config.WriterConfig.Placement;
import io.snapkeeper.zk.control.Orders;
import io.snapkeeper.zk.control.SnapkeeperBean;
import io.snapkeeper.zk.leader.VerifierTurns;
import io.snapkeeper.zk.log.DamagedLogException;
import io.snapkeeper.zk.log.LogOwnership;
import io.snapkeeper.zk.log.LogWriting;
import io.snapkeeper.zk.log.TornTail;
import io.snapkeeper.zk.member.Clock;
import io.snapkeeper.zk.member.Faults;
import io.snapkeeper.zk.member.Member;
import io.snapkeeper.zk.member.MemberSetup;
import io.snapkeeper.zk.member.MemberThread;
import io.snapkeeper.zk.page.PageSampler;
import io.snapkeeper.zk.purge.DeferredPurges;
import io.snapkeeper.zk.purge.PurgeHook;
import io.snapkeeper.zk.purge.ScarceSpace;
import io.snapkeeper.zk.snapshot.DirectSnapshots;
import io.snapkeeper.zk.status.PluginFigures;
import io.snapkeeper.zk.status.PublishedMetrics;
import io.snapkeeper.zk.trace.Trace;
import io.snapkeeper.zk.trace.TraceWriter;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import javax.security.sasl.SaslException;
import org.apache.zookeeper.jmx.MBeanRegistry;
import org.apache.zookeeper.server.ExitCode;
import org.apache.zookeeper.server.SyncRequestProcessor;
import org.apache.zookeeper.server.ZooKeeperServer;
import org.apache.zookeeper.server.persistence.FileTxnSnapLog;
import org.apache.zookeeper.server.persistence.SnapkeeperTxnSnapLog;
import org.apache.zookeeper.util.ServiceUtils;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Bridge: ZooKeeper's quorum peer with the plugin's log and roles. In this package because the
 * roles' constructors are package-private.
 */
public final class SnapkeeperQuorumPeer extends QuorumPeer {

  private static final Logger LOG = LoggerFactory.getLogger("io.snapkeeper.peer");

  /**
   * A fired snapshot's thread starts within milliseconds; the longest wait is for an operator's own
   * snapshot, which holds the same lock in 3.9.
   */
  private static final long START_TIMEOUT_MILLIS = 10_000;

  private final PluginConfig config;
  private final Faults faults = new Faults();
  private SnapkeeperTxnSnapLog log;
  private Plugin plugin;
  private DeferredPurges purges;
  private MemberThread thread;
  private SnapkeeperBean bean;
  private PublishedMetrics metrics;
  private MetricsEndpoint endpoint;
  private PageSampler sampler;
  private TraceWriter traceWriter;

  public SnapkeeperQuorumPeer(PluginConfig config) throws SaslException {
    this.config = config;
  }

  /** The parts of the plugin; null before {@link #start}. */
  Plugin plugin() {
    return plugin;
  }

  @Override
  public void setTxnFactory(FileTxnSnapLog factory) {
    try {
      log = SnapkeeperTxnSnapLog.over(factory);
      super.setTxnFactory(log);
    } catch (IOException e) {
      // the stock one was made from the same directories a moment ago, so this is a broken disk
      LOG.warn("snapkeeper could not open the log, the server runs stock", e);
      log = null;
      super.setTxnFactory(factory);
    }
  }

  @Override
  public synchronized void start() {
    if (log != null) {
      LogOwnership ownership = takeLogs();
      try {
        startPlugin(ownership);
      } catch (Throwable t) { // fail open: without a plugin object every role is ZooKeeper's own
        plugin = null;
        faults.guard("the return to a stock log", log::detach);
        faults.guard("the end of a plugin that did not start", this::unpublish);
        LOG.error("snapkeeper could not be started, the server runs stock", t);
      }
    }
    super.start();
  }

  /** Before ZooKeeper reads the database. Does not return where somebody may change it still. */
  private LogOwnership takeLogs() {
    try {
      LogOwnership ownership =
          LogOwnership.take(config.writer(), log.logDirectory().toPath().toAbsolutePath());
      ownership.owner().ifPresent(owner -> repairTornTail(owner.directory()));
      return ownership;
    } catch (DirectoryOwnedException e) {
      throw mustNotStart(e, ExitCode.UNABLE_TO_ACCESS_DATADIR);
    }
  }

  private static void repairTornTail(Path logs) {
    try {
      new TornTail(logs)
          .repair()
          .ifPresent(repaired -> LOG.warn("snapkeeper repaired a log: {}", repaired));
    } catch (DamagedLogException e) {
      throw mustNotStart(e, ExitCode.UNEXPECTED_ERROR);
    } catch (IOException e) {
      LOG.warn("snapkeeper could not look for a torn commit in {}: {}", logs, e.toString());
    }
  }

  private static IllegalStateException mustNotStart(Exception why, ExitCode code) {
    LOG.error("snapkeeper does not let this server start: {}", why.getMessage());
    ServiceUtils.requestSystemExit(code.getValue());
    return new IllegalStateException(why.getMessage(), why);
  }

  /** Says so, whoever writes the log, where a commit does not survive a power failure. */
  private LogFileSystem recogniseFileSystem() {
    Path directory = log.logDirectory().toPath().toAbsolutePath();
    LogFileSystem fileSystem = LogFileSystem.of(directory);
    if (fileSystem.promise().durability() == Durability.NONE) {
      LOG.warn(
          "the transaction log is not durable: {} is on {}. {}",
          directory,
          fileSystem.type(),
          fileSystem.promise().sentence());
    }
    return fileSystem;
  }

  private void startPlugin(LogOwnership ownership) {
    int snapCount = ZooKeeperServer.getSnapCount();
    long snapSizeBytes = ZooKeeperServer.getSnapSizeInBytes();
    MemberConfig gateConfig =
        new MemberConfig(
            getMyId(),
            new Report.Limits(snapCount, Math.max(0, snapSizeBytes)),
            config.hardLimitLogBytes(snapSizeBytes),
            config.graceMillis(),
            START_TIMEOUT_MILLIS);
    MemberSetup setup =
        new MemberSetup(
            gateConfig,
            ThreadLocalRandom.current().nextLong(),
            config.schedulerOn(),
            () -> getZkDb().getDataTree().cachedApproximateDataSize(),
            new VerifierTurns(this::getQuorumVerifier));
    if (config.snapshots().direct() || config.writer().placement() != Placement.OFF) {
      // The threads that write, and a writer process, are started by this one, later.
      new NoStartBoost(faults::record).applyToThisThread();
    }
    Trace trace = startTrace();
    Member member = new Member(setup, Clock.MONOTONIC, faults, trace);
    Optional<DirectSnapshots> snapshots = directSnapshots(member);
    List<File> directories = List.of(log.logDirectory(), log.getSnapDir());
    purges =
        new DeferredPurges(
            getMyId(),
            member::mode,
            new ScarceSpace(directories, () -> nextSnapshotBytes(member)),
            directories,
            faults);
    LogFileSystem fileSystem = recogniseFileSystem();
    LogWriting logWriting =
        LogWriting.of(
            config.writer(),
            ownership,
            fileSystem,
            faults::record,
            () -> SnapkeeperConnections.close(this, faults));
    log.attach(member, faults, logWriting, snapshots, purges);
    plugin =
        new Plugin(
            config, new View(), member, logWriting, fileSystem, snapshots, purges, faults, trace);
    publish();
    thread = new MemberThread(member, this::timePasses, faults);
    thread.start();
    PurgeHook.add(purges);
    if (config.schedulerOn()) {
      // ZooKeeper's own rule never fires by these; it is the member's to apply where it is in force
      SyncRequestProcessor.setSnapCount(Integer.MAX_VALUE);
      SyncRequestProcessor.setSnapSizeInBytes(Long.MAX_VALUE);
    }
  }

  private void timePasses() {
    purges.timePasses();
    plugin.snapshots().ifPresent(DirectSnapshots::timePasses);
    if (metrics != null) {
      metrics.timePasses();
    }
  }

  private long nextSnapshotBytes(Member member) {
    return member.forecasts().next(getZkDb().getDataTree().getNodeCount()).bytes();
  }

  private Optional<DirectSnapshots> directSnapshots(Member member) {
    SnapshotConfig snapshots = config.snapshots();
    if (!snapshots.direct()) {
      return Optional.empty();
    }
    Path directory = log.getSnapDir().toPath().toAbsolutePath();
    Optional<DiskModel> measured = snapshots.profile().flatMap(p -> p.diskOf(directory));
    if (snapshots.profile().isPresent() && measured.isEmpty()) {
      LOG.warn(
          "the profile of snapkeeper.snapshots.profile has no disk whose mount point holds {};"
              + " snapshots are paced by what is learned of the disk",
          directory);
    }
    PacerSettings settings =
        snapshots.targetRatio().isPresent()
            ? PacerSettings.DEFAULT.withTargetRatio(snapshots.targetRatio().getAsDouble())
            : PacerSettings.DEFAULT;
    return Optional.of(
        new DirectSnapshots(
            new LivePacer(
                settings,
                measured.orElse(DiskModel.SAFE),
                fault -> faults.record("the pacer of snapshots", fault)),
            member.forecasts(),
            BulkFile.Opener.SYSTEM,
            faults::record));
  }

  private Trace startTrace() {
    faults.guard(
        "the start of the trace",
        () ->
            config
                .trace()
                .ifPresent(target -> traceWriter = TraceWriter.start(target, getMyId(), faults)));
    return traceWriter == null ? Trace.OFF : traceWriter;
  }

  private void publish() {
    Orders orders = new Orders(plugin);
    SnapkeeperFigures figures = new PluginFigures(plugin);
    faults.guard("metrics", () -> metrics = PublishedMetrics.publish(figures, faults));
    faults.guard("the metrics endpoint", () -> config.metrics().ifPresent(c -> serve(c, figures)));
    faults.guard("admin commands", () -> AdminCommands.register(plugin, orders));
    faults.guard(
        "JMX",
        () -> {
          bean = new SnapkeeperBean(plugin, orders);
          try {
            MBeanRegistry.getInstance().register(bean, null);
          } catch (javax.management.JMException e) {
            throw new IllegalStateException(e);
          }
        });
  }

  private void serve(EndpointConfig where, SnapkeeperFigures figures) {
    Timeline timeline =
        new Timeline(Long.toHexString(System.currentTimeMillis()), plugin.decisions());
    try {
      endpoint = MetricsEndpoint.start(where, figures, timeline, faults::record);
      sampler = PageSampler.start(plugin, figures, timeline);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void shutdown() {
    super.shutdown();
    faults.guard("shutdown", this::unpublish);
  }

  private void unpublish() {
    if (purges != null) {
      PurgeHook.remove(purges);
    }
    if (thread != null) {
      thread.end();
    }
    if (metrics != null) {
      metrics.close();
    }
    if (sampler != null) {
      sampler.close();
    }
    if (endpoint != null) {
      endpoint.close();
    }
    if (bean != null) {
      MBeanRegistry.getInstance().unregister(bean);
    }
    if (traceWriter != null) {
      traceWriter.close();
    }
  }

  @Override
  protected Follower makeFollower(FileTxnSnapLog logFactory) throws IOException {
    if (plugin == null) {
      return super.makeFollower(logFactory);
    }
    return new SnapkeeperFollower(
        this, new SnapkeeperFollowerServer(logFactory, this, getZkDb(), plugin), plugin);
  }

  @Override
  protected Leader makeLeader(FileTxnSnapLog logFactory)
      throws IOException, org.apache.zookeeper.common.X509Exception {
    if (plugin == null) {
      return super.makeLeader(logFactory);
    }
    return new SnapkeeperLeader(
        this, new SnapkeeperLeaderServer(logFactory, this, getZkDb(), plugin), plugin);
  }

  @Override
  protected Observer makeObserver(FileTxnSnapLog logFactory) throws IOException {
    if (plugin == null) {
      return super.makeObserver(logFactory);
    }
    return new SnapkeeperObserver(
        this, new SnapkeeperObserverServer(logFactory, this, getZkDb(), plugin), plugin);
  }

  /** Tells status and orders about this peer. */
  private final class View implements PeerView {

    @Override
    public String role() {
      return switch (getPeerState()) {
        case LEADING -> "leader";
        case FOLLOWING -> "follower";
        case OBSERVING -> "observer";
        case LOOKING -> "looking";
      };
    }

    @Override
    public long leaderSid() {
      return getPeerState() == ServerState.LEADING ? getMyId() : getLeaderId();
    }

    @Override
    public long lastProcessedZxid() {
      return getZkDb().getDataTreeLastProcessedZxid();
    }

    @Override
    public long epoch() {
      try {
        return getAcceptedEpoch();
      } catch (IOException e) {
        return -1; // no epoch file yet: the server has never joined an ensemble
      }
    }
  }
}
