package io.snapkeeper.deploy;

import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Text of a unit and its drop-ins, one after the other. */
final class UnitFile {

  private static final Pattern SECTION = Pattern.compile("\\[(\\w+)]");
  private static final Pattern ASSIGNMENT = Pattern.compile("(\\w+)=(.*)");
  private static final Pattern VARIABLE = Pattern.compile("\"(\\w+)=([^\"]*)\"");

  private UnitFile() {}

  /**
   * What is in force at the end: a later assignment replaces an earlier one of the same setting, or
   * of the same variable of Environment.
   *
   * @return by the setting's name, which for a variable is "Environment NAME"
   * @throws IllegalArgumentException for an Environment other than one variable in quotes, which
   *     our files do not use
   */
  static Map<String, String> service(String text) {
    Map<String, String> inForce = new HashMap<>();
    String section = "";
    for (String line : text.lines().toList()) {
      Matcher header = SECTION.matcher(line);
      Matcher assignment = ASSIGNMENT.matcher(line);
      if (header.matches()) {
        section = header.group(1);
      } else if (section.equals("Service") && assignment.matches()) {
        put(inForce, assignment.group(1), assignment.group(2));
      }
    }
    return inForce;
  }

  private static void put(Map<String, String> inForce, String setting, String value) {
    if (!setting.equals("Environment")) {
      inForce.put(setting, value);
      return;
    }
    Matcher variable = VARIABLE.matcher(value);
    if (!variable.matches()) {
      throw new IllegalArgumentException("Environment=" + value);
    }
    inForce.put("Environment " + variable.group(1), variable.group(2));
  }
}
