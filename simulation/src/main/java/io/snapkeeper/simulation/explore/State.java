package io.snapkeeper.simulation.explore;

/**
 * One state of the whole ensemble, packed into an array of numbers so that millions of them can
 * wait for their turn. Components and messages stand in it by their numbers.
 *
 * <pre>
 *   leader  leaderSid  epoch  stage  lastSlot  budgets(2)   for each server:
 *                                                           state flags toMember(2) toLeader stray
 * </pre>
 */
final class State {

  /** The present leader's term; 0 if nobody leads. */
  static final int LEADER = 0;

  static final int LEADER_SID = 1;
  static final int EPOCH = 2;

  /** Which membership is in force. */
  static final int STAGE = 3;

  /** The last slot granted: its epoch in the upper half, its number in the lower. */
  static final int LAST_SLOT = 4;

  private static final int BUDGETS = 5;
  private static final int SERVERS = 7;
  private static final int SERVER_INTS = 6;

  // within a server's part
  static final int SERVER = 0;
  static final int FLAGS = 1;

  /** Two messages on their way to the member; the first is delivered first. */
  static final int TO_MEMBER = 2;

  static final int TO_MEMBER_NEXT = 3;

  /** A report on its way to the leader. */
  static final int TO_LEADER = 4;

  /** A message of an earlier term of its own that a former leader's thread has yet to hand over. */
  static final int STRAY = 5;

  // flags
  /** The leader counts the server among its members. */
  static final int LINKED = 1;

  /** The server's end of a connection to the present leader is open, and so is the leader's. */
  static final int JOINED = 2;

  /** After what is under way the member will find its connection closed. */
  static final int MEMBER_END = 4;

  /** After what is under way the leader will find the connection closed. */
  static final int LEADER_END = 8;

  private static final int BUDGET_BITS = 4;
  private static final int BUDGETS_PER_INT = Integer.SIZE / BUDGET_BITS;

  private State() {}

  static int[] create(int servers) {
    return new int[SERVERS + servers * SERVER_INTS];
  }

  static int at(long sid, int field) {
    return SERVERS + ((int) sid - 1) * SERVER_INTS + field;
  }

  static boolean has(int[] state, long sid, int flag) {
    return (state[at(sid, FLAGS)] & flag) != 0;
  }

  static void set(int[] state, long sid, int flags) {
    state[at(sid, FLAGS)] |= flags;
  }

  static void clear(int[] state, long sid, int flags) {
    state[at(sid, FLAGS)] &= ~flags;
  }

  /** One server in a set of servers. */
  static int bit(long sid) {
    return 1 << ((int) sid - 1);
  }

  static int left(int[] state, Budget budget) {
    return (state[place(budget)] >>> shift(budget)) & Configuration.BOUND_MAX;
  }

  static void grantBudget(int[] state, Budget budget, int bound) {
    state[place(budget)] |= bound << shift(budget);
  }

  /** Uses up one of a budget of which something is left. */
  static void spend(int[] state, Budget budget) {
    state[place(budget)] -= 1 << shift(budget);
  }

  @SuppressWarnings("EnumOrdinal") // no state outlives its exploration
  private static int place(Budget budget) {
    return BUDGETS + budget.ordinal() / BUDGETS_PER_INT;
  }

  @SuppressWarnings("EnumOrdinal") // as above
  private static int shift(Budget budget) {
    return budget.ordinal() % BUDGETS_PER_INT * BUDGET_BITS;
  }

  /** As much of everything as can be. */
  static void fillBudgets(int[] state) {
    state[BUDGETS] = -1;
    state[BUDGETS + 1] = -1;
  }

  /** Whether this place of a state holds what is left of budgets. */
  static boolean isBudget(int place) {
    return place == BUDGETS || place == BUDGETS + 1;
  }

  static int budgets(int[] state, int half) {
    return state[BUDGETS + half];
  }
}
