package io.snapkeeper.verify;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilder;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.SAXException;
import org.xml.sax.helpers.DefaultHandler;

/** Reads the XML reports that Surefire and Failsafe leave, one file per test class. */
final class TestReports {

  /** Some file systems keep whole seconds only, and Maven prints its start without fractions. */
  private static final long TIMESTAMP_RESOLUTION_SECONDS = 1;

  private static final int REASON_LENGTH_MAX = 160;

  /** The test set's word for something that it does less often than the full one. */
  static final String REDUCED = "[only with -Pfull] ";

  /** The same in CI. */
  static final String REDUCED_IN_CI = "[not in CI] ";

  private TestReports() {}

  /**
   * Adds up the reports in a directory that were written since the build began. Older ones are left
   * over from another build and say nothing about this one.
   *
   * @return {@link Tally#NONE} if there is no such directory or no such report
   * @throws IOException if the directory or a file cannot be read
   */
  static Tally read(Path directory, Instant buildStart) throws IOException {
    if (!Files.isDirectory(directory)) {
      return Tally.NONE;
    }
    Instant oldest = buildStart.minusSeconds(TIMESTAMP_RESOLUTION_SECONDS);
    List<Path> files;
    try (Stream<Path> listed = Files.list(directory)) {
      files = listed.filter(TestReports::isReport).sorted().toList();
    }
    Tally tally = Tally.NONE;
    for (Path file : files) {
      if (!Files.getLastModifiedTime(file).toInstant().isBefore(oldest)) {
        tally = tally.plus(readFile(file));
      }
    }
    return tally;
  }

  private static boolean isReport(Path file) {
    String name = file.getFileName().toString();
    return name.startsWith("TEST-") && name.endsWith(".xml");
  }

  private static Tally readFile(Path file) throws IOException {
    Element suite;
    try {
      DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
      factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
      DocumentBuilder builder = factory.newDocumentBuilder();
      // The default handler prints to standard error as well as throwing.
      builder.setErrorHandler(new DefaultHandler());
      suite = builder.parse(file.toFile()).getDocumentElement();
    } catch (SAXException e) {
      // A test JVM that died in the middle of writing: whatever it ran did not pass.
      return new Tally(1, 1, 0, 0, List.of("unreadable report " + file.getFileName()));
    } catch (ParserConfigurationException e) {
      throw new IOException("this JDK's XML parser cannot refuse document types", e);
    }
    Tally tally = Tally.NONE;
    NodeList cases = suite.getElementsByTagName("testcase");
    for (int i = 0; i < cases.getLength(); i++) {
      tally = tally.plus(readCase((Element) cases.item(i)));
    }
    // The suite's own time includes what is done before and after all of its tests.
    double seconds = Math.max(seconds(suite), tally.seconds());
    return new Tally(
        tally.ran(),
        tally.failed(),
        tally.notRun(),
        seconds,
        tally.reasons(),
        saidAfter(REDUCED, suite),
        saidAfter(REDUCED_IN_CI, suite));
  }

  private static List<String> saidAfter(String beginning, Element suite) {
    Set<String> lines = new LinkedHashSet<>();
    NodeList outputs = suite.getElementsByTagName("system-out");
    for (int i = 0; i < outputs.getLength(); i++) {
      outputs
          .item(i)
          .getTextContent()
          .lines()
          .filter(line -> line.startsWith(beginning))
          .forEach(line -> lines.add(line.substring(beginning.length())));
    }
    return List.copyOf(lines);
  }

  private static Tally readCase(Element test) {
    NodeList skipped = test.getElementsByTagName("skipped");
    if (skipped.getLength() > 0) {
      return new Tally(0, 0, 1, seconds(test), List.of(reason((Element) skipped.item(0))));
    }
    boolean failed =
        test.getElementsByTagName("failure").getLength() > 0
            || test.getElementsByTagName("error").getLength() > 0;
    return new Tally(1, failed ? 1 : 0, 0, seconds(test), List.of());
  }

  private static double seconds(Element element) {
    String time = element.getAttribute("time").replace(",", "");
    if (time.isEmpty()) {
      return 0;
    }
    try {
      return Math.max(0, Double.parseDouble(time));
    } catch (NumberFormatException e) {
      return 0;
    }
  }

  /** The assumption's message without JUnit's own words around it. */
  private static String reason(Element skipped) {
    String message = skipped.getAttribute("message");
    if (message.isBlank()) {
      message = skipped.getTextContent().lines().findFirst().orElse("");
    }
    message =
        message
            .strip()
            .replaceFirst("^org\\.opentest4j\\.TestAbortedException: ", "")
            .replaceFirst("^Assumption failed: ", "")
            .replaceAll("\\s+", " ");
    if (message.isEmpty()) {
      return "skipped without a reason";
    }
    return message.length() <= REASON_LENGTH_MAX
        ? message
        : message.substring(0, REASON_LENGTH_MAX - 3) + "...";
  }
}
