package io.snapkeeper.zk;

/** A server in epoch 1 that has processed nothing yet. */
public record FixedPeer(String role, long leaderSid) implements PeerView {

  @Override
  public long lastProcessedZxid() {
    return 0;
  }

  @Override
  public long epoch() {
    return 1;
  }
}
