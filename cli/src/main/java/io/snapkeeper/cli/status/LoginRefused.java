package io.snapkeeper.cli.status;

/** A server, or the client library, did not accept the login that the user named. */
public final class LoginRefused extends Exception {

  private static final long serialVersionUID = 1L;

  LoginRefused(String connect) {
    // The client library refuses DIGEST-MD5 by itself unless it is told otherwise.
    super(
        connect
            + " did not accept the login of --client-config; one by digest also needs the line"
            + " zookeeper.fips-mode=false");
  }
}
