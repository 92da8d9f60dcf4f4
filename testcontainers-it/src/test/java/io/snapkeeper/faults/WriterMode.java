package io.snapkeeper.faults;

/** Who writes a server's transaction log. */
enum WriterMode {
  OFF("off", "stock"),
  IN_PROCESS("in-process", "in-process"),
  PROCESS("process", "process");

  private final String setting;
  private final String way;

  WriterMode(String setting, String way) {
    this.setting = setting;
    this.way = way;
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
