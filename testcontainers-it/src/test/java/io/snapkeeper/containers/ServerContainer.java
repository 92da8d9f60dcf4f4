package io.snapkeeper.containers;

import com.github.dockerjava.api.model.AccessMode;
import com.github.dockerjava.api.model.Bind;
import com.github.dockerjava.api.model.ContainerNetwork;
import com.github.dockerjava.api.model.ExposedPort;
import com.github.dockerjava.api.model.HealthCheck;
import com.github.dockerjava.api.model.PortBinding;
import com.github.dockerjava.api.model.Ports;
import com.github.dockerjava.api.model.Volume;
import io.snapkeeper.ensemble.AdminClient;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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
public final class ServerContainer extends GenericContainer<ServerContainer> {

  private static final String LOOPBACK = "127.0.0.1";
  private static final int CLIENT_PORT = 2181;
  private static final int ADMIN_PORT = 8080;

  /** Of the live page and the metrics, if the server is configured so. */
  public static final int METRICS_PORT = 17000;

  private static final int ANY_PORT = 0;
  private static final int HEAP_MEGABYTES = 192;
  private static final Duration START = Duration.ofSeconds(90);

  /**
   * Tests ask the servers themselves. The image's health check, which the tests of the compose file
   * look at, would start processes in each container every ten seconds.
   */
  private static final HealthCheck NO_HEALTH_CHECK = new HealthCheck().withTest(List.of("NONE"));

  /** What voters say, and observers, which take no part in elections. */
  private static final String JOINED = ".*(LEADER ELECTION TOOK|Learner received UPTODATE).*";

  private final long sid;
  private final Network quorumNetwork;
  private Optional<String> quorumAddress = Optional.empty();
  private int clientPort = ANY_PORT;
  private int adminPort = ANY_PORT;
  private int metricsPort = ANY_PORT;

  /**
   * @param configuration lines for zoo.cfg, without blanks
   * @param clientNetwork over which this machine reaches the server
   * @param quorumNetwork between the servers
   */
  public ServerContainer(
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
    withExposedPorts(CLIENT_PORT, ADMIN_PORT, METRICS_PORT);
    withEnv("ZOO_MY_ID", Long.toString(sid));
    withEnv("ZOO_SERVERS", serverLines(servers));
    withEnv("ZOO_CFG_EXTRA", String.join(" ", configuration));
    withEnv("ZK_SERVER_HEAP", Integer.toString(HEAP_MEGABYTES));
    waitingFor(Wait.forLogMessage(JOINED, 1).withStartupTimeout(START));
    withCreateContainerCmdModifier(
        command -> {
          command.withName("snapkeeper-it-" + sid + "-" + Long.toHexString(System.nanoTime()));
          command.withHealthcheck(NO_HEALTH_CHECK);
          command
              .getHostConfig()
              .withPortBindings(
                  onLoopback(clientPort, CLIENT_PORT),
                  onLoopback(adminPort, ADMIN_PORT),
                  onLoopback(metricsPort, METRICS_PORT));
        });
  }

  private static String serverLines(int servers) {
    return IntStream.rangeClosed(1, servers)
        .mapToObj(i -> serverLine(i, false))
        .collect(Collectors.joining(" "));
  }

  /** A line of zoo.cfg that names a server of these containers. */
  public static String serverLine(long sid, boolean observer) {
    return "server.%d=%s:2888:3888%s;%d"
        .formatted(sid, alias(sid), observer ? ":observer" : "", CLIENT_PORT);
  }

  private static String alias(long sid) {
    return "zoo" + sid;
  }

  /** On loopback only: Testcontainers would publish on every address. */
  private static PortBinding onLoopback(int published, int port) {
    return new PortBinding(
        published == ANY_PORT
            ? Ports.Binding.bindIp(LOOPBACK)
            : Ports.Binding.bindIpAndPort(LOOPBACK, published),
        ExposedPort.tcp(port));
  }

  /**
   * Publishes the server at ports that it keeps when it is started again; without it at any free
   * ones.
   */
  public ServerContainer publishedAt(int client, int admin, int metrics) {
    clientPort = client;
    adminPort = admin;
    metricsPort = metrics;
    return this;
  }

  /**
   * Gives the server an address that it keeps when it is started again.
   *
   * @param address of the quorum network, whose subnet was chosen by its user
   */
  public ServerContainer at(String address) {
    quorumAddress = Optional.of(address);
    return this;
  }

  /**
   * Keeps the server's files on this machine, so that they outlive the container.
   *
   * @param data with the snapshots; of user 1000
   * @param log with the transaction log; of user 1000
   * @param more files of this machine, read-only, by their path in the container
   */
  public ServerContainer withFilesIn(Path data, Path log, Map<String, String> more) {
    List<Bind> binds = new ArrayList<>();
    binds.add(new Bind(data.toString(), new Volume("/data")));
    binds.add(new Bind(log.toString(), new Volume("/datalog")));
    more.forEach((path, file) -> binds.add(new Bind(file, new Volume(path), AccessMode.ro)));
    return withCreateContainerCmdModifier(command -> command.getHostConfig().withBinds(binds));
  }

  /** Names other members than the voters 1 to n. */
  public ServerContainer withMembers(String serverLines) {
    return withEnv("ZOO_SERVERS", serverLines);
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
        .withContainerNetwork(inQuorum())
        .exec();
  }

  private ContainerNetwork inQuorum() {
    ContainerNetwork network = new ContainerNetwork().withAliases(alias(sid));
    return quorumAddress
        .map(
            address -> network.withIpamConfig(new ContainerNetwork.Ipam().withIpv4Address(address)))
        .orElse(network);
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
  public void kill() {
    getDockerClient().killContainerCmd(getContainerId()).exec();
  }

  public long sid() {
    return sid;
  }

  /** "host:port" for clients on this machine. */
  public String clientAddress() {
    return LOOPBACK + ":" + getMappedPort(CLIENT_PORT);
  }

  /** "host:port" of its metrics and live page. */
  public String metricsAddress() {
    return LOOPBACK + ":" + getMappedPort(METRICS_PORT);
  }

  public AdminClient admin() {
    return new AdminClient(LOOPBACK, getMappedPort(ADMIN_PORT), Duration.ofSeconds(5));
  }
}
