package io.snapkeeper.cli.status;

import io.snapkeeper.cli.HostPort;
import io.snapkeeper.cli.Unreachable;
import io.snapkeeper.ensemble.FourLetterWord;
import java.io.IOException;
import java.net.ConnectException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/**
 * What one client port answered to {@code srvr}.
 *
 * @param address that was asked
 * @param text its answer, empty without one
 * @param problem why there is none, in one line
 * @param hostAnswers whether another port of its host is worth asking
 */
public record ClientAnswer(
    HostPort address, String text, Optional<String> problem, boolean hostAnswers) {

  public static ClientAnswer ask(HostPort address, ClientAccess access, Duration timeout) {
    try {
      String text =
          FourLetterWord.ask(access.sockets(), address.host(), address.port(), "srvr", timeout);
      return new ClientAnswer(address, text, Optional.empty(), true);
    } catch (IOException e) {
      return new ClientAnswer(
          address,
          "",
          Optional.of(Unreachable.describe(e)),
          // A host that is down would only be waited for a second time.
          e instanceof ConnectException);
    }
  }

  /** Where nothing was learnt. */
  public static ClientAnswer none(HostPort address, String problem) {
    return new ClientAnswer(address, "", Optional.of(problem), false);
  }

  /** Why this address is of no use, in one line; empty if a ZooKeeper answered there. */
  public Optional<String> noZooKeeper() {
    if (problem.isPresent()) {
      return Optional.of(address + ": " + problem.get());
    }
    return serves() || isNotServing() || isNotAllowed()
        ? Optional.empty()
        : Optional.of(address + " is not a ZooKeeper client port (it answered something else)");
  }

  /** The lines of the answer by their keys; empty where the server does not serve or tell. */
  Map<String, String> srvr() {
    return serves() ? FourLetterWord.parseSrvr(text) : Map.of();
  }

  private boolean serves() {
    return text.startsWith("Zookeeper version");
  }

  boolean isNotServing() {
    return text.contains("ZooKeeper instance is not currently serving");
  }

  private boolean isNotAllowed() {
    return text.contains("is not in the whitelist");
  }
}
