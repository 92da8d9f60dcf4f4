package io.snapkeeper.zk.leader;

import io.snapkeeper.core.quorum.SnapshotTurns;
import java.util.function.IntSupplier;
import java.util.function.Supplier;
import org.apache.zookeeper.server.quorum.flexible.QuorumVerifier;

/**
 * How many snapshots follow one another under the quorum verifier in force. Worked out once for
 * each verifier: ZooKeeper replaces the object with each change of configuration. Thread-safe.
 */
public final class VerifierTurns implements IntSupplier {

  private record Known(QuorumVerifier verifier, int turns) {}

  private final Supplier<QuorumVerifier> verifiers;
  private volatile Known known;

  /**
   * @param verifiers gives the one in force
   */
  public VerifierTurns(Supplier<QuorumVerifier> verifiers) {
    this.verifiers = verifiers;
  }

  @Override
  @SuppressWarnings("ReferenceEquality") // see above
  public int getAsInt() {
    QuorumVerifier verifier = verifiers.get();
    Known last = known;
    if (last == null || last.verifier != verifier) {
      last = new Known(verifier, SnapshotTurns.of(VerifierRule.inForce(verifier, null)));
      known = last;
    }
    return last.turns;
  }
}
