package io.snapkeeper.faults;

import java.util.List;

/** Who writes a server's transaction log. */
enum WriterMode {
  OFF("off", "stock"),
  IN_PROCESS("in-process", "in-process"),
  PROCESS("process", "process");

  private static final List<WriterMode> IN_TURN = List.of(OFF, IN_PROCESS, PROCESS);

  private final String setting;
  private final String way;

  WriterMode(String setting, String way) {
    this.setting = setting;
    this.way = way;
  }

  /** All three among the servers of one cluster, where they are to be found side by side. */
  static WriterMode inTurn(long sid) {
    return IN_TURN.get((int) (sid % IN_TURN.size()));
  }

  /** The value of snapkeeper.writer. */
  String setting() {
    return setting;
  }

  /** What the status says of a server that writes as configured. */
  String way() {
    return way;
  }

  @Override
  public String toString() {
    return setting;
  }
}
