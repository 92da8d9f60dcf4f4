package io.snapkeeper.simulation.ensemble;

import io.snapkeeper.core.wire.PingRecord;
import io.snapkeeper.core.wire.ReportDecoder;
import java.util.List;

/** One learner's connection to the leader of a term. What is in flight when it ends is lost. */
final class Connection {

  final Channel<byte[]> toMember = new Channel<>();
  final Channel<List<PingRecord>> toLeader = new Channel<>();
  final ReportDecoder decoder;

  Connection(long sid) {
    this.decoder = new ReportDecoder(sid);
  }
}
