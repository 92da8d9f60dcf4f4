package io.snapkeeper.cli.simulate;

import java.util.Map;

/** Puts the name that the user knows in the place of the simulation's own. */
final class OptionNames {

  private static final Map<String, String> BY_FIELD =
      Map.of(
          "voters", "--voters",
          "observers", "--observers",
          "treeBytes", "--tree (bytes)",
          "writesPerSecond", "--rate",
          "txnBytes", "--txn-bytes",
          "diskBytesPerSecond", "--disk (bytes per second)",
          "snapCount", "--snap-count",
          "hours", "--hours");

  private OptionNames() {}

  /**
   * @param message that begins with the name of a field of the specification, or with anything else
   */
  static String in(String message) {
    int end = message.indexOf(' ');
    String option = end < 0 ? null : BY_FIELD.get(message.substring(0, end));
    return option == null ? message : option + message.substring(end);
  }
}
