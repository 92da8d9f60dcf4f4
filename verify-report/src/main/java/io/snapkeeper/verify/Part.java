package io.snapkeeper.verify;

import java.util.ArrayList;
import java.util.List;

/**
 * A part of the build that is expected to run tests.
 *
 * @param module the module's directory, relative to the checkout's root, with forward slashes
 * @param runner {@code surefire} or {@code failsafe}, as in the name of the reports' directory
 * @param words what the part tests, in plain words
 */
record Part(String module, String runner, String words) {

  /** Where this part's reports are, relative to the checkout's root. */
  String reportDirectory() {
    return module + "/target/" + runner + "-reports";
  }

  /**
   * Reads a list of parts: one per line, fields separated by {@code |}; blank lines and lines that
   * begin with {@code #} are skipped.
   *
   * @throws IllegalArgumentException for a line that has not three fields, or another runner
   */
  static List<Part> parse(String text) {
    List<Part> parts = new ArrayList<>();
    for (String line : text.lines().toList()) {
      if (line.isBlank() || line.startsWith("#")) {
        continue;
      }
      List<String> fields = List.of(line.split("\\|", -1)).stream().map(String::strip).toList();
      if (fields.size() != 3
          || !(fields.get(1).equals("surefire") || fields.get(1).equals("failsafe"))) {
        throw new IllegalArgumentException(
            "\"" + line + "\": expected \"module | surefire or failsafe | words\"");
      }
      parts.add(new Part(fields.get(0), fields.get(1), fields.get(2)));
    }
    return List.copyOf(parts);
  }
}
