package io.snapkeeper.metrics.http;

import java.io.BufferedReader;
import java.io.Console;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.Charset;
import java.util.List;

/**
 * Command that makes a line of a {@link PasswordFile}: {@code java -cp snapkeeper-agent.jar
 * io.snapkeeper.metrics.http.PasswordLine USER}. It asks for the password, or reads it from
 * standard input where there is no terminal, and prints the line.
 */
public final class PasswordLine {

  private static final String USAGE =
      """
      usage: PasswordLine USER
      Asks for the password of USER, or reads it from standard input, and prints the line for
      the file that snapkeeper.metrics.basicAuth.file names.""";

  private PasswordLine() {}

  /**
   * @param arguments the user
   */
  @SuppressWarnings("SystemConsoleNull") // a later JDK's console reads standard input by itself
  public static void main(String[] arguments) throws IOException {
    if (List.of(arguments).contains("--help")) {
      System.out.println(USAGE);
      return;
    }
    if (arguments.length != 1) {
      System.err.println(USAGE);
      System.exit(2);
    }
    Console console = System.console();
    String password =
        console == null
            ? new BufferedReader(new InputStreamReader(System.in, Charset.defaultCharset()))
                .readLine()
            : typed(console.readPassword("password of %s: ", arguments[0]));
    try {
      System.out.println(of(arguments[0], password));
    } catch (IllegalArgumentException e) {
      System.err.println(e.getMessage());
      System.exit(2);
    }
  }

  /** Null at the end of the input. */
  private static String typed(char[] password) {
    return password == null ? null : new String(password);
  }

  /**
   * The line.
   *
   * @throws IllegalArgumentException if the user's name is empty or has a colon, or if the password
   *     is missing
   */
  static String of(String user, String password) {
    if (user.isBlank() || user.contains(":") || user.startsWith("#")) {
      throw new IllegalArgumentException(
          "the user is \""
              + user
              + "\"; allowed: a name that does not begin with # and has no colon");
    }
    if (password == null || password.isEmpty()) {
      throw new IllegalArgumentException(
          "the password is missing; type it, or write it to standard input");
    }
    return user + ":" + PasswordHash.of(password.toCharArray());
  }
}
