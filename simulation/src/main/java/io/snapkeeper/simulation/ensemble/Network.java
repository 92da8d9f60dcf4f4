package io.snapkeeper.simulation.ensemble;

import io.snapkeeper.core.report.Report;
import io.snapkeeper.core.wire.LeaderMessage;
import io.snapkeeper.core.wire.LeaderMessageCodec;
import io.snapkeeper.core.wire.PingRecord;
import io.snapkeeper.core.wire.ReportEncoder;
import io.snapkeeper.simulation.Draws;
import io.snapkeeper.simulation.ensemble.Agenda.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The connections of the learners to their leader. What travels is what the codecs make of it. */
final class Network {

  private static final long DELAY_MILLIS_MAX = 2;

  private final Connection[] connections;
  private final Agenda agenda;
  private final Draws draws;
  private Troubles troubles;

  Network(int servers, Agenda agenda, Draws draws) {
    this.connections = new Connection[servers + 1];
    this.agenda = agenda;
    this.draws = draws;
  }

  /** From now on messages are late as these troubles say. */
  void trouble(Troubles source) {
    troubles = source;
  }

  void connect(Server server) {
    connections[server.sid] = new Connection(server.sid);
  }

  /** What is in flight is lost. */
  void disconnect(Server server) {
    connections[server.sid] = null;
    agenda.strike(Kind.MESSAGE_TO_MEMBER, server.sid);
    agenda.strike(Kind.MESSAGE_TO_LEADER, server.sid);
  }

  boolean isConnected(Server server) {
    return connections[server.sid] != null;
  }

  void toMember(long nowMillis, Server server, LeaderMessage message) {
    Channel<byte[]> channel = connections[server.sid].toMember;
    channel.send(nowMillis, delayMillis(server), LeaderMessageCodec.encode(message));
    agenda.enter(Kind.MESSAGE_TO_MEMBER, server.sid, channel.nextArrivalMillis());
  }

  void toLeader(long nowMillis, Server server, Report report) {
    Channel<List<PingRecord>> channel = connections[server.sid].toLeader;
    channel.send(nowMillis, delayMillis(server), ReportEncoder.encode(report));
    agenda.enter(Kind.MESSAGE_TO_LEADER, server.sid, channel.nextArrivalMillis());
  }

  private long delayMillis(Server server) {
    return troubles == null ? draws.between(0, DELAY_MILLIS_MAX) : troubles.delayMillis(server);
  }

  /** Takes the message that has arrived at the member. */
  LeaderMessage atMember(Server server) {
    Channel<byte[]> channel = connections[server.sid].toMember;
    byte[] data = channel.receive();
    agenda.enter(Kind.MESSAGE_TO_MEMBER, server.sid, channel.nextArrivalMillis());
    return LeaderMessageCodec.decode(data).orElseThrow();
  }

  /** Takes what has arrived at the leader. */
  List<Report> atLeader(Server server) {
    Connection connection = connections[server.sid];
    List<PingRecord> records = connection.toLeader.receive();
    agenda.enter(Kind.MESSAGE_TO_LEADER, server.sid, connection.toLeader.nextArrivalMillis());
    List<Report> reports = new ArrayList<>(1);
    for (PingRecord record : records) {
      Optional<Report> report = connection.decoder.accept(record.sessionId(), record.timeout());
      report.ifPresent(reports::add);
    }
    return reports;
  }
}
