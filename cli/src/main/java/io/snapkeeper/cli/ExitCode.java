package io.snapkeeper.cli;

import java.util.LinkedHashMap;
import java.util.Map;

/** How a command ends: the same codes with the same meaning for all of them. */
public enum ExitCode {
  DONE(0, "done"),
  FAILED(1, "it could not be done, or a check failed; the message says why"),
  WRONG_USAGE(2, "wrong usage: this command line cannot work anywhere"),
  PLUGIN_MISSING(3, "status: some servers have the plugin and some do not"),
  RULE_BROKEN(4, "simulate, soak: a rule that must always hold was broken"),
  UNREACHABLE(5, "a server, or the leader, could not be reached; status: one or more servers"),
  INTERRUPTED(130, "ended by Ctrl-C");

  private final int code;
  private final String meaning;

  ExitCode(int code, String meaning) {
    this.code = code;
    this.meaning = meaning;
  }

  /** What the process ends with. */
  public int code() {
    return code;
  }

  /** In a few words, for {@code --help} and the docs. */
  public String meaning() {
    return meaning;
  }

  /** All of them for {@code --help}. */
  static Map<String, String> forHelp() {
    Map<String, String> lines = new LinkedHashMap<>();
    for (ExitCode exit : values()) {
      lines.put(" " + exit.code, exit.meaning);
    }
    return lines;
  }
}
