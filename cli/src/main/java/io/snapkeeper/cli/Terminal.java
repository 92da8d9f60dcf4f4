package io.snapkeeper.cli;

/** What is known of the terminal that the command was called from. */
public final class Terminal {

  private Terminal() {}

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
