package io.snapkeeper.cli;

import java.io.IOException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.net.http.HttpTimeoutException;
import java.nio.channels.UnresolvedAddressException;
import javax.net.ssl.SSLException;

/** Why a server could not be asked, in words for its operator. */
public final class Unreachable {

  /** A name that this machine cannot resolve. */
  public static final String NO_SUCH_HOST = "no such host";

  private Unreachable() {}

  public static String describe(IOException e) {
    if (e instanceof UnknownHostException || isUnresolved(e)) {
      return NO_SUCH_HOST;
    }
    if (e instanceof SocketTimeoutException || e instanceof HttpTimeoutException) {
      return "no answer in time (a server under load, a firewall, or not a ZooKeeper)";
    }
    if (e instanceof ConnectException || e instanceof NoRouteToHostException) {
      return e.getMessage() == null || e.getMessage().isBlank()
          ? "nothing listens there"
          : e.getMessage() + " (nothing listens there)";
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
