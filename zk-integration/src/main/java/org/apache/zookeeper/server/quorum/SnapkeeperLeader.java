package org.apache.zookeeper.server.quorum;

import io.snapkeeper.core.wire.PingRecord;
import io.snapkeeper.zk.Plugin;
import io.snapkeeper.zk.leader.LeaderTerm;
import io.snapkeeper.zk.leader.LeaderView;
import io.snapkeeper.zk.leader.LearnerLink;
import io.snapkeeper.zk.leader.OverlapSource;
import io.snapkeeper.zk.leader.WatchTerm;
import io.snapkeeper.zk.member.Clock;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.zookeeper.server.quorum.flexible.QuorumVerifier;

/**
 * Bridge: a leader that schedules over its quorum connections, or watches.
 *
 * <p>Learners take each of its messages for a ping. One that is sent while ZooKeeper's own thread
 * sends none would keep them on a leader that leads no more, so none is: not once the shutdown has
 * begun, which may wait for a disk, and not while that thread is held.
 */
final class SnapkeeperLeader extends Leader {

  private final Plugin plugin;

  /** One link for each connection; a LearnerHandler is one connection's thread. */
  private final Map<LearnerHandler, LearnerLink> links = new ConcurrentHashMap<>();

  /** Of the term that schedules or watches; null before. */
  private volatile Runnable wakeTerm;

  private volatile Runnable endTerm;

  /** ZooKeeper's thread, which pings all learners twice a tick. */
  private volatile Thread leading;

  private volatile long lastRoundMillis;

  SnapkeeperLeader(QuorumPeer peer, LeaderZooKeeperServer server, Plugin plugin)
      throws IOException {
    super(peer, server);
    this.plugin = plugin;
  }

  /** Called by this leader's server once its request processors are set up. */
  void beginsToServe() {
    lastRoundMillis = Clock.MONOTONIC.nowMillis();
    if (plugin.config().schedulerOn()) {
      plugin.faults().guard("the start of the scheduler", this::startTerm);
    } else {
      plugin.faults().guard("the start of watching", this::startWatch);
    }
  }

  private void startWatch() {
    WatchTerm starting =
        new WatchTerm(
            plugin.peer().epoch(),
            plugin.config(),
            new View(),
            plugin.member(),
            Clock.MONOTONIC,
            plugin.faults());
    begins(starting, starting::wake, starting::end);
    starting.start();
  }

  private void startTerm() {
    LeaderTerm starting =
        new LeaderTerm(
            plugin.peer().epoch(),
            plugin.config(),
            new View(),
            plugin.member(),
            Clock.MONOTONIC,
            plugin.faults(),
            plugin.trace(),
            plugin::decided);
    begins(starting, starting::wake, starting::end);
    starting.start();
  }

  private void begins(OverlapSource term, Runnable wake, Runnable end) {
    wakeTerm = wake;
    endTerm = end;
    plugin.leads(term);
  }

  @Override
  void lead() throws IOException, InterruptedException {
    leading = Thread.currentThread();
    try {
      super.lead();
    } finally {
      plugin.faults().guard("the end of the scheduler", this::endTerm);
      Serving.ends(plugin, "leader any more");
    }
  }

  /** It flushes the log before it closes the connections: the disk can hold it for ever. */
  @Override
  void shutdown(String reason) {
    plugin.faults().guard("the end of the scheduler", this::endTerm);
    super.shutdown(reason);
  }

  /** Asked by ZooKeeper's thread right before it pings them. */
  @Override
  public List<LearnerHandler> getLearners() {
    if (Thread.currentThread() == leading) {
      lastRoundMillis = Clock.MONOTONIC.nowMillis();
      Runnable wake = wakeTerm;
      if (wake != null) {
        wake.run();
      }
    }
    return super.getLearners();
  }

  private void endTerm() {
    // Silence first: learners take each message for a ping.
    Runnable end = endTerm;
    if (end != null) {
      end.run();
    }
    plugin.leadsNoMore();
  }

  /** A learner touches its sessions; ids that no session has carry its report. */
  @Override
  public void touch(long session, int timeout) {
    if (!PingRecord.isReportId(session)) {
      super.touch(session, timeout);
      return;
    }
    try {
      Runnable wake = wakeTerm;
      if (wake != null
          && Thread.currentThread() instanceof LearnerHandler handler
          && link(handler).accept(session, timeout)) {
        wake.run();
      }
    } catch (Throwable t) { // the learner's sessions were touched, its connection stays
      plugin.faults().record("touch", t);
    }
  }

  private LearnerLink link(LearnerHandler handler) {
    return links.computeIfAbsent(
        handler,
        h ->
            new LearnerLink(
                h.getSid(),
                data -> h.queuePacket(new QuorumPacket(PING, getLastProposed(), data, null))));
  }

  /** What the scheduler's thread sees. */
  private final class View implements LeaderView {

    @Override
    public boolean leads() {
      return Clock.MONOTONIC.nowMillis() - lastRoundMillis <= self.getTickTime() / 2;
    }

    @Override
    public long lastProposed() {
      return getLastProposed();
    }

    @Override
    public List<LearnerLink> synchronisedLearners() {
      links.keySet().removeIf(handler -> !handler.isAlive());
      List<LearnerLink> synchronised = new ArrayList<>();
      // a learner that is in neither list yet would take a ping for the end of its connection
      getForwardingFollowers().forEach(handler -> synchronised.add(link(handler)));
      getObservingLearners().forEach(handler -> synchronised.add(link(handler)));
      return synchronised;
    }

    @Override
    public QuorumVerifier current() {
      return self.getQuorumVerifier();
    }

    @Override
    public QuorumVerifier lastSeen() {
      return self.getLastSeenQuorumVerifier();
    }
  }
}
