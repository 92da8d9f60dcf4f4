package io.snapkeeper.cli.simulate;

import java.util.Map;

/** Puts the name that the user knows in the place of the simulation's own. */
final class OptionNames {

  private static final Map<String, String> BY_FIELD =
      Map.ofEntries(
          Map.entry("voters", "--voters"),
          Map.entry("observers", "--observers"),
          Map.entry("treeBytes", "--tree (bytes)"),
          Map.entry("writesPerSecond", "--rate"),
          Map.entry("txnBytes", "--txn-bytes"),
          Map.entry("diskBytesPerSecond", "--disk (bytes per second)"),
          Map.entry("snapCount", "--snap-count"),
          Map.entry("hours", "--hours"),
          Map.entry("diskSpread", "--disk-spread"),
          Map.entry("failingDisk", "--failing-disk"),
          Map.entry("weights", "--weights"),
          Map.entry("groups", "--groups"));

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
