package io.snapkeeper.metrics.http;

import com.sun.net.httpserver.BasicAuthenticator;
import com.sun.net.httpserver.HttpExchange;

/** HTTP Basic authentication by a {@link PasswordFile}. Thread-safe. */
final class PasswordCheck extends BasicAuthenticator {

  private static final int UNAUTHORIZED = 401;

  private final PasswordFile passwords;

  PasswordCheck(PasswordFile passwords) {
    super("snapkeeper");
    this.passwords = passwords;
  }

  @Override
  public boolean checkCredentials(String user, String password) {
    return passwords.allows(user, password);
  }

  /** The JDK throws for a header that is no base64, or has no colon in it. */
  @Override
  public Result authenticate(HttpExchange exchange) {
    try {
      return super.authenticate(exchange);
    } catch (IllegalArgumentException | IndexOutOfBoundsException e) {
      return new Failure(UNAUTHORIZED);
    }
  }
}
