package io.snapkeeper.zk.it;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.snapkeeper.ensemble.Ensemble;
import io.snapkeeper.ensemble.Waiting;
import java.io.IOException;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/** The status documents of an ensemble's servers. */
final class Status {

  private Status() {}

  /**
   * What a server answers now.
   *
   * @throws IOException if it does not answer with a status
   */
  static JsonNode of(Ensemble ensemble, long sid) throws IOException {
    JsonNode status = answer(ensemble, sid);
    if (!status.path("error").isNull() || !status.has("server")) {
      throw new IOException("no status: " + status);
    }
    return status;
  }

  /** A server on a machine that gives it no CPU time answers late, and is asked again. */
  private static JsonNode answer(Ensemble ensemble, long sid) throws IOException {
    long deadline = System.nanoTime() + TestEnsembles.PATIENCE.toNanos();
    while (true) {
      try {
        return ensemble.admin(sid).get("snapkeeper");
      } catch (HttpTimeoutException e) {
        if (System.nanoTime() - deadline > 0) {
          throw e;
        }
      }
    }
  }

  /** Waits until a server's status is as wanted, and returns it. */
  static JsonNode await(
      Ensemble ensemble, long sid, String what, Duration patience, Predicate<JsonNode> wanted) {
    JsonNode[] last = new JsonNode[1];
    return Waiting.forValue(
        "server " + sid + ": " + what,
        patience,
        () -> {
          last[0] = of(ensemble, sid);
          return wanted.test(last[0]) ? Optional.of(last[0]) : Optional.empty();
        },
        () -> last[0] + "\n" + ensemble.logTail(sid));
  }

  static long counter(JsonNode status, String name) {
    return status.path("server").path("counters").path(name).asLong();
  }

  static long slots(JsonNode status, String outcome) {
    return status.path("scheduler").path("counters").path(outcome).asLong();
  }

  static String mode(JsonNode status) {
    return status.path("server").path("mode").asText();
  }

  /** What the leader's status says of a member; a missing node if nothing. */
  static JsonNode member(JsonNode leaderStatus, long sid) {
    for (JsonNode member : leaderStatus.path("scheduler").path("members")) {
      if (member.path("sid").asLong() == sid) {
        return member;
      }
    }
    return MissingNode.getInstance();
  }

  /** Whether a member in a leader's status was granted a slot that has not ended. */
  static boolean hasOpenSlot(JsonNode member) {
    return Set.of("granted", "held", "fired", "running")
        .contains(member.path("slot").path("state").asText());
  }

  /** Scheduled snapshots of a server since its start. */
  static long scheduledSnapshots(Ensemble ensemble, long sid) throws IOException {
    return counter(of(ensemble, sid), "scheduledSnapshots");
  }
}
