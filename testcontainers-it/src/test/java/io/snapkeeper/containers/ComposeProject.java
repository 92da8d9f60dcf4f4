package io.snapkeeper.containers;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/**
 * The cluster of docker/compose.yml under a name of its own and on free ports, with what the test
 * asks of it. Not thread-safe.
 */
final class ComposeProject implements AutoCloseable {

  static final List<String> SERVERS = List.of("zoo1", "zoo2", "zoo3", "zoo4", "zoo5");

  private static final Duration TIMEOUT = Duration.ofSeconds(60);
  private static final Pattern ON_LOOPBACK = Pattern.compile("127\\.0\\.0\\.1:(\\d+)");

  private final String name = "snapkeeper-it-" + Long.toHexString(System.nanoTime());
  private final Path file = Path.of(System.getProperty("snapkeeper.repo"), "docker", "compose.yml");
  private final List<String> command;

  private ComposeProject(List<String> command) {
    this.command = command;
  }

  /** Ends the test if there is no compose. */
  static ComposeProject create() throws IOException, InterruptedException {
    if (ImageUnderTest.docker(TIMEOUT, "compose", "version").succeeded()) {
      return new ComposeProject(List.of("docker", "compose"));
    }
    if (!Command.run(TIMEOUT, Map.of(), List.of("docker-compose", "version")).succeeded()) {
      ImageUnderTest.notRun("neither 'docker compose' nor docker-compose is there");
    }
    return new ComposeProject(List.of("docker-compose"));
  }

  /** Of every command that is about this project. */
  Map<String, String> environment() {
    Map<String, String> environment = new HashMap<>();
    environment.put("COMPOSE_PROJECT_NAME", name);
    for (String server : SERVERS) {
      for (String port : List.of("_PORT", "_ADMIN_PORT", "_PAGE_PORT")) {
        environment.put(server.toUpperCase(Locale.ROOT) + port, "");
      }
    }
    environment.put("PROMETHEUS_PORT", "");
    environment.put("GRAFANA_PORT", "");
    environment.put("ZK_SERVER_HEAP", "192");
    environment.put("LOAD_SECONDS", "5");
    environment.put("LOAD_TREE", "4MB");
    return environment;
  }

  /** As it is called here. */
  String command() {
    return String.join(" ", command);
  }

  Command.Result compose(String... arguments) throws IOException, InterruptedException {
    List<String> line = new ArrayList<>(command);
    line.addAll(List.of("-f", file.toString()));
    line.addAll(List.of(arguments));
    Command.Result result = Command.run(TIMEOUT, environment(), line);
    assertThat(result.status()).as("%s: %s", line, result.output()).isZero();
    return result;
  }

  /** "127.0.0.1:port" at which this machine reaches a port of a service. */
  String address(String service, int port) throws IOException, InterruptedException {
    return compose("port", service, Integer.toString(port)).lastLine();
  }

  /** What docker inspect says of a service's container. */
  String inspect(String service, String format) throws IOException, InterruptedException {
    String id = compose("ps", "-a", "-q", service).lastLine();
    return ImageUnderTest.docker(TIMEOUT, "inspect", "--format", format, id).lastLine();
  }

  /** Runs a command in a service's container, as the user of its health check. */
  Command.Result exec(String service, String... arguments)
      throws IOException, InterruptedException {
    List<String> line =
        new ArrayList<>(List.of("exec", compose("ps", "-a", "-q", service).lastLine()));
    line.addAll(List.of(arguments));
    return ImageUnderTest.docker(TIMEOUT, line.toArray(String[]::new));
  }

  /** A command's line with the addresses that docker/README.md gives replaced by those here. */
  String withAddresses(String line) {
    return ON_LOOPBACK.matcher(line).replaceAll(this::addressHere);
  }

  private String addressHere(MatchResult match) {
    int port = Integer.parseInt(match.group(1));
    String service = "zoo" + port % 10;
    try {
      return switch (port / 10) {
        case 218 -> address(service, 2181);
        case 808 -> address(service, 8080);
        case 1700 -> address(service, 17000);
        default -> throw new AssertionError("no service for " + match.group());
      };
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  /** Addresses on which this machine listens at a port, as the kernel writes them. */
  static List<String> listeningAt(int port) throws IOException {
    List<String> addresses = new ArrayList<>();
    for (String table : List.of("/proc/net/tcp", "/proc/net/tcp6")) {
      Path file = Path.of(table);
      if (Files.exists(file)) {
        Files.readAllLines(file).stream()
            .map(line -> line.strip().split("\\s+", -1))
            .filter(fields -> fields.length > 3 && fields[3].equals("0A"))
            .map(fields -> fields[1])
            .filter(local -> local.endsWith(":%04X".formatted(port)))
            .forEach(addresses::add);
      }
    }
    return addresses;
  }

  /** Containers, volumes and networks of the project, one a line; empty if there are none. */
  String remains() throws IOException, InterruptedException {
    return list("ps", "--all") + list("volume", "ls") + list("network", "ls");
  }

  private String list(String... kind) throws IOException, InterruptedException {
    List<String> line = new ArrayList<>(List.of(kind));
    line.addAll(List.of("--quiet", "--filter", "label=com.docker.compose.project=" + name));
    return ImageUnderTest.docker(TIMEOUT, line.toArray(String[]::new)).output();
  }

  /**
   * Whether a "down" that has taken all containers away failed because the engine counts an
   * endpoint in the project's network that no container has. Docker 20.10.24 did so once; when it
   * started again, it said that it mends an "inconsistent endpoint_cnt", expected 0, actual 1 (see
   * github.com/moby/moby/issues/42119). Until then nobody can remove that network.
   */
  boolean miscounted(Command.Result down) throws IOException, InterruptedException {
    String network = name + "_default";
    return !down.succeeded()
        && down.output().contains("network " + network)
        && down.output().contains("has active endpoints")
        && list("ps", "--all").isEmpty()
        && ImageUnderTest.docker(
                TIMEOUT, "network", "inspect", "--format", "{{len .Containers}}", network)
            .lastLine()
            .equals("0");
  }

  /** Whatever is left of a test that has failed. */
  @Override
  public void close() throws IOException, InterruptedException {
    List<String> line = new ArrayList<>(command);
    line.addAll(List.of("-f", file.toString(), "down", "--volumes", "--timeout", "5"));
    Command.run(TIMEOUT, environment(), line);
    // docker-compose 1.29 leaves the volumes when it cannot remove the network.
    for (String volume : list("volume", "ls").lines().toList()) {
      ImageUnderTest.docker(TIMEOUT, "volume", "rm", volume);
    }
  }
}
