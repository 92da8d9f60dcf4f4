package io.snapkeeper.cli;

import java.nio.charset.Charset;

/** What is known of the terminal that the command was called from. */
public final class Terminal {

  private Terminal() {}

  /** Whether standard output can show these characters. */
  public static boolean canShow(String text) {
    for (String property : new String[] {"stdout.encoding", "sun.stdout.encoding"}) {
      String name = System.getProperty(property);
      if (name != null && Charset.isSupported(name)) {
        return Charset.forName(name).newEncoder().canEncode(text);
      }
    }
    return Charset.defaultCharset().newEncoder().canEncode(text);
  }

  /** Whether it shows colours, and the user wants them (https://no-color.org). */
  public static boolean showsColours() {
    String no = System.getenv("NO_COLOR");
    return isPresent() && (no == null || no.isEmpty());
  }

  /** Whether both ends of the console are a terminal that understands cursor movements. */
  // Up to JDK 21 the null means what it says; from 22 on isTerminal is asked as well.
  @SuppressWarnings("SystemConsoleNull")
  public static boolean isPresent() {
    String term = System.getenv("TERM");
    if (System.console() == null || term == null || term.equals("dumb")) {
      return false;
    }
    try {
      return (Boolean) java.io.Console.class.getMethod("isTerminal").invoke(System.console());
    } catch (NoSuchMethodException e) {
      return true;
    } catch (ReflectiveOperationException e) {
      return false;
    }
  }
}
