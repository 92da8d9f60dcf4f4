package io.snapkeeper.cli.status;

import io.snapkeeper.cli.ExitCode;
import io.snapkeeper.cli.Failure;
import io.snapkeeper.cli.HostPort;
import io.snapkeeper.cli.TimeoutOption;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Which servers to ask, and how: the same for every command that asks a whole ensemble. */
public final class ProbeOptions {

  @Parameters(
      paramLabel = "HOST:PORT",
      arity = "1..*",
      converter = HostPort.Converter.class,
      description = "Client port of one or more servers.")
  private List<HostPort> servers;

  @Option(
      names = "--admin-port",
      paramLabel = "PORT",
      defaultValue = "8080",
      description = "Port of the AdminServers (default ${DEFAULT-VALUE}).")
  private int adminPort;

  @Option(
      names = "--admin",
      paramLabel = "HOST:PORT",
      converter = HostPort.Converter.class,
      split = ",",
      description = "AdminServers, where they are not on the same port of the servers' hosts.")
  private List<HostPort> admins = List.of();

  @Option(
      names = "--client-config",
      paramLabel = "FILE",
      description =
          "ZooKeeper client properties for TLS or SASL, as zkCli.sh takes with"
              + " -client-configuration.")
  private Path clientConfig;

  @Mixin private TimeoutOption waiting;

  /** Client ports, as they were named. */
  public List<HostPort> servers() {
    return List.copyOf(servers);
  }

  /**
   * @throws Failure if the port is none
   */
  public AdminServers admins() {
    if (adminPort < 1 || adminPort > 65_535) {
      throw new Failure(
          "--admin-port is " + adminPort + "; it must be in 1..65535", ExitCode.WRONG_USAGE);
    }
    return new AdminServers(admins, adminPort);
  }

  /**
   * @throws Failure if the file cannot be used
   */
  public ClientAccess access() {
    return ClientAccess.of(Optional.ofNullable(clientConfig));
  }

  /** For each answer. */
  public Duration timeout() {
    return waiting.timeout();
  }
}
