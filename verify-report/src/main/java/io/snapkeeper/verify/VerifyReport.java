package io.snapkeeper.verify;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Prints what this build ran and, where everything must run, fails the build if something did not.
 */
public final class VerifyReport {

  private VerifyReport() {}

  /**
   * @param args the checkout's root; when the build began (ISO-8601, UTC); {@code possible} or
   *     {@code all}, which makes anything not run a failure; {@code -T} and how many modules Maven
   *     builds at once; the set of tests: {@code quick}, {@code ci} or {@code full}
   * @throws NotRunException with {@code all}, if a test failed or did not run
   * @throws IllegalArgumentException for other arguments
   */
  public static void main(String[] args) throws IOException {
    if (args.length != 5) {
      throw new IllegalArgumentException(
          "expected five arguments (checkout, start of the build, possible or all, -T1 or more,"
              + " quick, ci or full), got "
              + List.of(args));
    }
    String require = args[2];
    if (!require.equals("possible") && !require.equals("all")) {
      throw new IllegalArgumentException(
          "snapkeeper.require is \"" + require + "\"; allowed: possible, all");
    }
    ReportTable table = ReportTable.read(Path.of(args[0]), expectedParts(), Instant.parse(args[1]));
    System.out.println();
    System.out.println(table.print());
    if (args[4].equals("quick")) {
      System.out.println("Only with -Pfull, too: what Error Prone finds in all code.\n");
    }
    System.out.println("In no build, because of its length:\n" + byHand());
    if (!args[3].equals("-T1")) {
      // This module waits for no other: it is to report on those that fail, too.
      System.out.println(
          "With mvn -T this table comes before the end and lacks what was still to run;"
              + " mvn verify without -T ends with the whole one.\n");
    }
    if (require.equals("all")) {
      requireAll(table);
    }
  }

  /**
   * Fails unless everything ran and passed, as often as in the full set; what CI leaves out, as the
   * table says, may be missing where CI's set was asked for.
   */
  static void requireAll(ReportTable table) {
    List<String> notRun = new ArrayList<>(table.notRun());
    table.reduced().forEach(line -> notRun.add(line + " (mvn verify -Pfull)"));
    if (!notRun.isEmpty()) {
      throw new NotRunException(
          "not run, though snapkeeper.require=all: " + String.join(" | ", notRun));
    }
    if (table.total().failed() > 0) {
      throw new NotRunException("tests failed: " + table.total().failed());
    }
  }

  /** The parts that a whole build runs. */
  static List<Part> expectedParts() throws IOException {
    return Part.parse(resource("parts.txt"));
  }

  /** What no build runs, and the commands: a line each. */
  private static String byHand() throws IOException {
    return resource("by-hand.txt")
        .lines()
        .filter(line -> !line.startsWith("#"))
        .map(line -> "  " + line.replaceFirst(" *\\| *", ": ") + "\n")
        .collect(Collectors.joining());
  }

  private static String resource(String name) throws IOException {
    try (InputStream text = VerifyReport.class.getResourceAsStream(name)) {
      return new String(text.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  /** Something that had to run did not, or failed. */
  static final class NotRunException extends RuntimeException {
    NotRunException(String message) {
      super(message);
    }
  }
}
