package io.snapkeeper.simulation.explore;

import java.util.Locale;

/** What can happen next in an ensemble; each is about one server. */
enum Action {
  /** The leader pings a member, which answers; or what is under way to it arrives first. */
  PING("the leader pings"),
  /** The leader pings a member, and the ping stays under way. */
  SEND("the leader sends a ping to", Budget.LATE_PINGS),
  /** What is under way to a member whose connection is ending arrives, at last its end. */
  DELIVER("what is on its way reaches"),
  /** What is under way to the leader arrives: a report, or the end of the connection. */
  REPORT("the leader hears from"),
  APPEND("a transaction is logged by"),
  START("the snapshot thread begins on"),
  END("a snapshot is done on"),
  FAIL("a snapshot fails on", Budget.FAILURES),
  SWALLOW("the snapshot thread is too busy on", Budget.FAILURES),
  UNSCHEDULED("a snapshot outside slots begins on", Budget.UNSCHEDULED),
  TICK("time passes on"),
  /** Nothing has been logged for so long that a slot is used without an append; no clock moves. */
  IDLE("nothing is logged by", Budget.IDLES),
  /** The member ends its connection; a leader steps down. */
  LEAVE("the connection is lost by", Budget.LOSSES),
  /** The leader ends a member's connection. */
  CUT("the leader drops the connection of", Budget.LOSSES),
  JOIN("the leader is joined by"),
  CRASH("crash of", Budget.CRASHES),
  RESTART("restart of"),
  ELECT("elected as leader is", Budget.ELECTIONS),
  ORDER("pause or resume ordered at", Budget.ORDERS),
  REQUEST("a snapshot is requested of", Budget.REQUESTS),
  DRAIN("the log's queue changes on", Budget.DRAINS),
  RECONFIG("the next membership is told to", Budget.RECONFIGS),
  STRAY("a message of its own former term reaches");

  private static final Action[] ALL = values();

  private final String words;

  /** What it always uses up one of; null for what is free, or free in some states. */
  final Budget budget;

  Action(String words) {
    this(words, null);
  }

  Action(String words, Budget budget) {
    this.words = words;
    this.budget = budget;
  }

  /** As one number, with the possible outcome that was taken, from 0 on. */
  @SuppressWarnings("EnumOrdinal") // no code outlives its exploration
  int code(int sid, int outcome) {
    return ordinal() << 16 | sid << 8 | outcome;
  }

  @SuppressWarnings("EnumOrdinal") // as above
  static Action of(int code) {
    return ALL[code >>> 16];
  }

  static int sid(int code) {
    return code >>> 8 & 0xFF;
  }

  static int outcome(int code) {
    return code & 0xFF;
  }

  static String describe(int code) {
    return of(code).words
        + " server "
        + sid(code)
        + (outcome(code) == 0 ? "" : " (other names, " + outcome(code) + ")")
        + " ["
        + of(code).name().toLowerCase(Locale.ROOT)
        + "]";
  }
}
