package io.snapkeeper.history;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Actions as words, those of a multi separated by {@code ;}.
 *
 * <pre>
 * read KEY VALUE VERSION         ("- -1" if there was no znode)
 * check KEY EXPECTED             (EXPECTED: a version, or "any")
 * write KEY VALUE EXPECTED MADE  (MADE: the new version, or "?")
 * create KEY VALUE
 * delete KEY EXPECTED
 * </pre>
 */
final class ActionText {

  private static final String SEPARATOR = " ; ";
  private static final String ANY = "any";
  private static final String UNSEEN = "?";

  private ActionText() {}

  static String of(List<Action> actions) {
    return actions.stream().map(ActionText::of).collect(Collectors.joining(SEPARATOR));
  }

  private static String of(Action action) {
    if (action instanceof Action.Read read) {
      return "read %s %s %d".formatted(read.key(), read.found().value(), read.found().version());
    } else if (action instanceof Action.Check check) {
      return "check %s %s".formatted(check.key(), expected(check.expectedVersion()));
    } else if (action instanceof Action.Write write) {
      return "write %s %s %s %s"
          .formatted(
              write.key(),
              write.value(),
              expected(write.expectedVersion()),
              write.version() == Action.UNSEEN ? UNSEEN : Integer.toString(write.version()));
    } else if (action instanceof Action.Create create) {
      return "create %s %s".formatted(create.key(), create.value());
    } else if (action instanceof Action.Delete delete) {
      return "delete %s %s".formatted(delete.key(), expected(delete.expectedVersion()));
    }
    throw new AssertionError(action);
  }

  static List<Action> parse(String text) {
    return Arrays.stream(text.split(SEPARATOR, -1)).map(ActionText::parseOne).toList();
  }

  private static Action parseOne(String text) {
    String[] words = text.strip().split(" +", -1);
    String form = words[0] + " with " + (words.length - 1);
    return switch (form) {
      case "read with 3" -> new Action.Read(words[1], new Znode(words[2], number(words[3])));
      case "check with 2" -> new Action.Check(words[1], version(words[2], ANY));
      case "write with 4" ->
          new Action.Write(words[1], words[2], version(words[3], ANY), version(words[4], UNSEEN));
      case "create with 2" -> new Action.Create(words[1], words[2]);
      case "delete with 2" -> new Action.Delete(words[1], version(words[2], ANY));
      default ->
          throw new IllegalArgumentException(
              "\"%s\" is no action; there are read (3 words), check (2), write (4), create (2),"
                      .formatted(text)
                  + " delete (2)");
    };
  }

  private static String expected(int version) {
    return version == Action.ANY_VERSION ? ANY : Integer.toString(version);
  }

  private static int version(String word, String none) {
    return word.equals(none) ? -1 : number(word);
  }

  private static int number(String word) {
    try {
      return Integer.parseInt(word);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException("\"" + word + "\" is no version", e);
    }
  }
}
