package io.snapkeeper.simulation.explore;

import io.snapkeeper.core.report.Report;
import io.snapkeeper.core.wire.LeaderMessage;
import io.snapkeeper.core.wire.LeaderMessage.SlotGrant;

/** The distinct messages that are or were under way, numbered from 1; 0 stands for none. */
final class Messages {

  private final Components<Object> table;

  Messages(int servers) {
    table = new Components<>(servers);
  }

  int intern(LeaderMessage message) {
    return table.intern(message, 0);
  }

  int intern(Report report) {
    return table.internOf(report.sid(), report, 0);
  }

  LeaderMessage toMember(int id) {
    return (LeaderMessage) table.get(id);
  }

  Report toLeader(int id) {
    return (Report) table.get(id);
  }

  /** The grant that a message to a member carries, or null. */
  SlotGrant grant(int id) {
    return id == 0 ? null : toMember(id).grant().orElse(null);
  }

  long high(int id) {
    return id == 0 ? 0 : table.high(id, 0);
  }

  long low(int id) {
    return id == 0 ? 0 : table.low(id, 0);
  }
}
