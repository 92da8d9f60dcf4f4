package io.snapkeeper.history;

import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;

/**
 * A history as a text, one operation a line, by time of invocation:
 *
 * <pre>
 * snapkeeper-history 1
 * start /r/a v0 0
 * 3 1200 1900 done write /r/a c3-1 any 1
 * 4 1300 2100 refused:0:bad-version write /r/a c4-1 0 ?
 * 3 2000 2500 unknown write /r/a c3-2 1 ? ; write /r/b c3-2 any ?
 * 4 2200 2600 done read /r/a c3-1 1
 * </pre>
 *
 * <p>A line is: client, invocation and completion in nanoseconds, outcome, actions ({@link
 * ActionText}). Blank lines and lines that begin with {@code #} mean nothing.
 */
public final class HistoryFile {

  private static final String HEAD = "snapkeeper-history 1";
  private static final String START = "start";
  private static final String DONE = "done";
  private static final String UNKNOWN = "unknown";
  private static final String REFUSED = "refused";

  private HistoryFile() {}

  /** Writes a history; the file's directory is made if it does not exist. */
  public static void write(History history, Path file) throws IOException {
    Path directory = file.toAbsolutePath().getParent();
    Files.createDirectories(directory);
    try (BufferedWriter out = Files.newBufferedWriter(file, StandardCharsets.US_ASCII)) {
      out.write(HEAD + "\n");
      for (var each : new TreeMap<>(history.start()).entrySet()) {
        Znode znode = each.getValue();
        out.write("%s %s %s %d\n".formatted(START, each.getKey(), znode.value(), znode.version()));
      }
      List<Operation> byTime = new ArrayList<>(history.operations());
      byTime.sort(Comparator.comparingLong(Operation::invokedNanos));
      for (Operation operation : byTime) {
        out.write(line(operation) + "\n");
      }
    }
  }

  /**
   * Reads a history.
   *
   * @throws IOException if the file cannot be read or is no history; the message names the line
   */
  public static History read(Path file) throws IOException {
    List<String> lines = Files.readAllLines(file, StandardCharsets.US_ASCII);
    if (lines.isEmpty() || !lines.get(0).equals(HEAD)) {
      throw new IOException("%s is no history: its first line is not \"%s\"".formatted(file, HEAD));
    }
    TreeMap<String, Znode> start = new TreeMap<>();
    List<Operation> operations = new ArrayList<>();
    for (int i = 1; i < lines.size(); i++) {
      String line = lines.get(i).strip();
      if (line.isEmpty() || line.startsWith("#")) {
        continue;
      }
      try {
        if (line.startsWith(START + " ")) {
          String[] words = words(line, 4);
          start.put(words[1], new Znode(words[2], Integer.parseInt(words[3])));
        } else {
          operations.add(operation(line));
        }
      } catch (IllegalArgumentException e) {
        throw new IOException(
            "%s, line %d, \"%s\": %s".formatted(file, i + 1, line, e.getMessage()), e);
      }
    }
    return new History(start, operations);
  }

  /** An operation as a line of the file. */
  public static String line(Operation operation) {
    return "%d %d %d %s %s"
        .formatted(
            operation.client(),
            operation.invokedNanos(),
            operation.completedNanos(),
            text(operation.outcome()),
            ActionText.of(operation.actions()));
  }

  private static Operation operation(String line) {
    String[] words = words(line, 5);
    return new Operation(
        Integer.parseInt(words[0]),
        Long.parseLong(words[1]),
        Long.parseLong(words[2]),
        ActionText.parse(words[4]),
        outcome(words[3]));
  }

  private static String[] words(String line, int count) {
    String[] words = line.split(" ", count);
    if (words.length < count) {
      throw new IllegalArgumentException("%d words; expected: %d".formatted(words.length, count));
    }
    return words;
  }

  private static String text(Outcome outcome) {
    if (outcome instanceof Outcome.Refused refused) {
      return "%s:%d:%s".formatted(REFUSED, refused.at(), word(refused.why()));
    }
    return outcome instanceof Outcome.Done ? DONE : UNKNOWN;
  }

  private static Outcome outcome(String text) {
    if (text.equals(DONE)) {
      return Outcome.DONE;
    }
    if (text.equals(UNKNOWN)) {
      return Outcome.UNKNOWN;
    }
    String[] parts = text.split(":", -1);
    if (parts.length == 3 && parts[0].equals(REFUSED)) {
      for (Refusal why : Refusal.values()) {
        if (word(why).equals(parts[2])) {
          return new Outcome.Refused(Integer.parseInt(parts[1]), why);
        }
      }
    }
    throw new IllegalArgumentException(
        "the outcome is \"%s\"; allowed: %s, %s, %s:INDEX:REASON"
            .formatted(text, DONE, UNKNOWN, REFUSED));
  }

  private static String word(Refusal why) {
    return switch (why) {
      case BAD_VERSION -> "bad-version";
      case NO_NODE -> "no-node";
      case NODE_EXISTS -> "node-exists";
    };
  }
}
