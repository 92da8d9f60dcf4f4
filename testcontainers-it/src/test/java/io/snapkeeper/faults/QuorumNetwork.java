package io.snapkeeper.faults;

import com.github.dockerjava.api.exception.DockerException;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import org.testcontainers.containers.Network;

/**
 * The network between the servers, with a subnet of its own, so that each server has an address
 * that it keeps when it is started again. Without a gateway: published ports go over another one.
 */
final class QuorumNetwork implements AutoCloseable {

  /** Others, and this machine itself, may use some of them. */
  private static final int ATTEMPTS = 50;

  private final Network network;
  private final String prefix;

  private QuorumNetwork(Network network, String prefix) {
    this.network = network;
    this.prefix = prefix;
  }

  static QuorumNetwork create() {
    DockerException last = null;
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
      String prefix = "10.213." + ThreadLocalRandom.current().nextInt(256) + ".";
      Network network =
          Network.builder()
              .createNetworkCmdModifier(
                  command ->
                      command
                          .withInternal(true)
                          .withIpam(
                              new com.github.dockerjava.api.model.Network.Ipam()
                                  .withConfig(
                                      List.of(
                                          new com.github.dockerjava.api.model.Network.Ipam.Config()
                                              .withSubnet(prefix + "0/24")))))
              .build();
      try {
        network.getId(); // makes it
        return new QuorumNetwork(network, prefix);
      } catch (DockerException e) {
        last = e;
      }
    }
    throw new IllegalStateException("no free subnet for a network of containers", last);
  }

  Network network() {
    return network;
  }

  String addressOf(long sid) {
    return prefix + (10 + sid);
  }

  @Override
  public void close() {
    network.close();
  }
}
