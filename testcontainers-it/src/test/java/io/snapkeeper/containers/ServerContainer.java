package io.snapkeeper.containers;

import com.github.dockerjava.api.model.ContainerNetwork;
import com.github.dockerjava.api.model.ExposedPort;
import com.github.dockerjava.api.model.PortBinding;
import com.github.dockerjava.api.model.Ports;
import io.snapkeeper.ensemble.AdminClient;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.containers.Network;
import org.testcontainers.containers.wait.strategy.Wait;
import org.testcontainers.utility.DockerImageName;

/**
 * One server in a container on two networks: one over which this machine reaches its published
 * ports, and one for the traffic between the servers, which can be cut without losing sight of it.
 */
final class ServerContainer extends GenericContainer<ServerContainer> {

  private static final String LOOPBACK = "127.0.0.1";
  private static final int CLIENT_PORT = 2181;
  private static final int ADMIN_PORT = 8080;
  private static final int HEAP_MEGABYTES = 192;
  private static final Duration START = Duration.ofSeconds(90);

  private final long sid;
  private final Network quorumNetwork;

  ServerContainer(
      String image,
      long sid,
      int servers,
      List<String> configuration,
      Network clientNetwork,
      Network quorumNetwork) {
    super(DockerImageName.parse(image));
    this.sid = sid;
    this.quorumNetwork = quorumNetwork;
    withNetwork(clientNetwork);
    withExposedPorts(CLIENT_PORT, ADMIN_PORT);
    withEnv("ZOO_MY_ID", Long.toString(sid));
    withEnv("ZOO_SERVERS", serverLines(servers));
    withEnv("ZOO_CFG_EXTRA", String.join(" ", configuration));
    withEnv("ZK_SERVER_HEAP", Integer.toString(HEAP_MEGABYTES));
    waitingFor(Wait.forLogMessage(".*LEADER ELECTION TOOK.*", 1).withStartupTimeout(START));
    withCreateContainerCmdModifier(
        command -> {
          command.withName("snapkeeper-it-" + sid + "-" + Long.toHexString(System.nanoTime()));
          command.getHostConfig().withPortBindings(onLoopback(CLIENT_PORT), onLoopback(ADMIN_PORT));
        });
  }

  private static String serverLines(int servers) {
    return IntStream.rangeClosed(1, servers)
        .mapToObj(i -> "server." + i + "=" + alias(i) + ":2888:3888;" + CLIENT_PORT)
        .collect(Collectors.joining(" "));
  }

  private static String alias(long sid) {
    return "zoo" + sid;
  }

  /** A free port, and on loopback only: Testcontainers would publish on every address. */
  private static PortBinding onLoopback(int port) {
    return new PortBinding(Ports.Binding.bindIp(LOOPBACK), ExposedPort.tcp(port));
  }

  @Override
  protected void containerIsCreated(String containerId) {
    joinQuorum();
  }

  /** Connects the server with the others; the start does so. */
  void joinQuorum() {
    getDockerClient()
        .connectToNetworkCmd()
        .withContainerId(getContainerId())
        .withNetworkId(quorumNetwork.getId())
        .withContainerNetwork(new ContainerNetwork().withAliases(alias(sid)))
        .exec();
  }

  /** Takes the server off the network of the others, as a cut cable would. */
  void cutOff() {
    getDockerClient()
        .disconnectFromNetworkCmd()
        .withContainerId(getContainerId())
        .withNetworkId(quorumNetwork.getId())
        .withForce(true)
        .exec();
  }

  /** SIGKILL. */
  void kill() {
    getDockerClient().killContainerCmd(getContainerId()).exec();
  }

  long sid() {
    return sid;
  }

  /** "host:port" for clients on this machine. */
  String clientAddress() {
    return LOOPBACK + ":" + getMappedPort(CLIENT_PORT);
  }

  AdminClient admin() {
    return new AdminClient(LOOPBACK, getMappedPort(ADMIN_PORT), Duration.ofSeconds(5));
  }
}
