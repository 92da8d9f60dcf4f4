package io.snapkeeper.cli;

import java.io.IOException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.net.http.HttpTimeoutException;
import java.nio.channels.UnresolvedAddressException;
import java.util.List;
import javax.net.ssl.SSLException;

/** What was seen of a server that could not be asked, in words for its operator. */
public final class Unreachable {

  /** A name without an address: that of a stopped container has none either. */
  public static final String UNRESOLVED = "the name does not resolve on this machine";

  private Unreachable() {}

  /**
   * None of the servers that a command was to ask has answered as a ZooKeeper.
   *
   * @param problems one for each address, which it begins with
   */
  public static Failure all(List<String> problems) {
    return new Failure(
        String.join("; ", problems)
            + "; name the client port of a running server as this machine reaches it",
        ExitCode.UNREACHABLE);
  }

  public static String describe(IOException e) {
    if (e instanceof UnknownHostException || isUnresolved(e)) {
      return UNRESOLVED;
    }
    if (e instanceof SocketTimeoutException || e instanceof HttpTimeoutException) {
      return "no answer in time (a server under load, a firewall, or not a ZooKeeper)";
    }
    if (e instanceof ConnectException || e instanceof NoRouteToHostException) {
      return e.getMessage() == null || e.getMessage().isBlank()
          ? "no connection"
          : "no connection: " + e.getMessage();
    }
    if (e instanceof SSLException) {
      return "no TLS: " + e.getMessage();
    }
    return e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
  }

  /** The HTTP client wraps it twice. */
  private static boolean isUnresolved(Throwable error) {
    for (Throwable cause = error; cause != null; cause = cause.getCause()) {
      if (cause instanceof UnresolvedAddressException) {
        return true;
      }
    }
    return false;
  }
}
