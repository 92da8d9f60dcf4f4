package io.snapkeeper.simulation.ensemble;

import java.util.Arrays;

/**
 * What is to happen, and when: at most one entry of each kind per server. Of entries due at the
 * same time the one with the lowest kind comes first, so that a run depends on its seed alone. A
 * scan of an array: an ensemble has too few entries for a heap to pay.
 */
@SuppressWarnings("EnumOrdinal") // the order of the kinds is the order of what is due at once
final class Agenda {

  static final long NEVER = Long.MAX_VALUE;

  /** Kinds of entries. Those of the whole ensemble are entered under server 0. */
  enum Kind {
    CRASHED_SERVER_IS_BACK,
    PAUSE_ENDS,
    ISOLATION_ENDS,
    DISK_RECOVERS,
    SILENCE_NOTICED,
    SNAPSHOT_ENDS,
    SNAPSHOT_STARTS,
    MESSAGE_TO_MEMBER,
    MESSAGE_TO_LEADER,
    JOIN,
    FIRE,
    TICK,
    ELECTION,
    RECONFIG_ENDS,
    SCHEDULER_IS_BACK,
    BURST,
    PING,
    SAMPLE,
    FAULT
  }

  private static final Kind[] KINDS = Kind.values();

  private final int servers;
  private final long[] dueMillis;
  private int next;

  /** For servers 0 to {@code servers - 1}. */
  Agenda(int servers) {
    this.servers = servers;
    this.dueMillis = new long[servers * KINDS.length];
    Arrays.fill(dueMillis, NEVER);
  }

  void enter(Kind kind, int server, long atMillis) {
    dueMillis[kind.ordinal() * servers + server] = atMillis;
  }

  void strike(Kind kind, int server) {
    enter(kind, server, NEVER);
  }

  boolean has(Kind kind, int server) {
    return dueMillis[kind.ordinal() * servers + server] != NEVER;
  }

  /** Finds the next entry; {@link #take} and {@link #server} then tell of it. */
  long nextMillis() {
    long earliest = NEVER;
    for (int i = 0; i < dueMillis.length; i++) {
      if (dueMillis[i] < earliest) {
        earliest = dueMillis[i];
        next = i;
      }
    }
    return earliest;
  }

  /** Strikes the entry found and returns its kind. */
  Kind take() {
    dueMillis[next] = NEVER;
    return KINDS[next / servers];
  }

  /** The server of the entry found last. */
  int server() {
    return next % servers;
  }
}
