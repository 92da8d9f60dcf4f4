package io.snapkeeper.zk.leader;

import io.snapkeeper.core.report.Report;
import io.snapkeeper.core.wire.ReportDecoder;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;

/**
 * One connection of one learner. Two connections of the same server, one after the other, are two
 * links.
 */
public final class LearnerLink {

  private final long sid;
  private final Consumer<byte[]> pings;
  private final ReportDecoder decoder;

  /** Reports are cumulative, so the newest one says all that an older one would. */
  private final AtomicReference<Report> newest = new AtomicReference<>();

  /**
   * @param sid the server at the other end
   * @param pings queues a ping with the given data
   */
  public LearnerLink(long sid, Consumer<byte[]> pings) {
    this.sid = sid;
    this.pings = pings;
    this.decoder = new ReportDecoder(sid);
  }

  public long sid() {
    return sid;
  }

  /** Queues a ping with this data; does not wait for the network. */
  void ping(byte[] data) {
    pings.accept(data);
  }

  /**
   * A record of a ping reply that belongs to a report. Called by the one thread that reads this
   * connection.
   *
   * @return whether it completed a report
   */
  public boolean accept(long sessionId, int timeout) {
    Optional<Report> report = decoder.accept(sessionId, timeout);
    report.ifPresent(newest::set);
    return report.isPresent();
  }

  /** The newest report that was not taken yet. */
  Optional<Report> takeReport() {
    return Optional.ofNullable(newest.getAndSet(null));
  }
}
