package io.snapkeeper.containers;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.snapkeeper.ensemble.ServerLibraries.Line;
import io.snapkeeper.ensemble.Waiting;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Runs the commands of docker/README.md, in the order of a reader who tries the cluster, and looks
 * at what they make.
 */
class ComposeIT {

  private static final Duration UP = Duration.ofMinutes(5);
  private static final Duration SHORT = Duration.ofSeconds(60);
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final ObjectMapper JSON = new ObjectMapper();

  private static final String STATUS =
      "docker compose -f docker/compose.yml run --rm snapkeeper status zoo1:2181";
  private static final String LOAD = "docker compose -f docker/compose.yml run --rm load";
  private static final String DOWN = "docker compose -f docker/compose.yml down --volumes";

  private static String stock38;

  @BeforeAll
  static void prepareImages() throws Exception {
    stock38 = ImageUnderTest.prepareStock(Line.V3_8);
  }

  /** Exit code of the command where the names of some servers are not known. */
  private static final int COULD_NOT_REACH_ALL = 5;

  private final HttpClient http = HttpClient.newHttpClient();
  private ComposeProject project;
  private PageCommands readme;

  @Test
  @Timeout(900)
  void theReadmesClusterComesUpWatchesSchedulesAndGoes() throws Exception {
    try (ComposeProject started = ComposeProject.create()) {
      project = started;
      readme = new PageCommands("docker/README.md", project.environment());
      // What this test runs from.
      readme.left().remove("mvn -DskipTests package");

      timed("watches", run("SNAPKEEPER_SCHEDULER=off docker/up", UP));
      assertThat(run(STATUS, SHORT).output()).contains("only watches");

      timed("schedules", run("docker/up", UP));
      everyServerIsHealthyAndContained();
      everyPortIsOnLoopback();
      assertThat(run(LOAD, SHORT).output()).contains(" writes of 1.02 KB at 300/s", ", 0 failed");
      theServersAnswer();
      prometheusHasThemAll();
      aServerRestarts();

      timed("real-time I/O class", run("docker/up docker/compose.priority.yml", UP));
      assertThat(log("zoo1").path("way").asText()).isEqualTo("process");
      assertThat(log("zoo1").path("ioClass").asText()).isEqualTo("real-time");

      serversEndInTime();
      Command.Result down = readme.attempt(DOWN, SHORT, this::here);
      if (project.miscounted(down)) {
        System.out.println("ComposeIT: the engine miscounts, once more: " + down.lastLine());
        anotherGoes();
      } else {
        assertThat(down.status()).as(down.output()).isZero();
        assertThat(project.remains()).isEmpty();
      }

      run("BASE_IMAGE=zookeeper:3.8.6 docker/build-image my/zookeeper:3.8", UP);
      readme.left().removeIf(command -> command.equals("docker/up --local"));
      assertThat(readme.left()).as("commands of docker/README.md that no test runs").isEmpty();
    }
  }

  /** A cluster of its own comes up and goes without a trace; an engine may not miscount twice. */
  private void anotherGoes() throws Exception {
    ComposeProject miscounted = project;
    try (ComposeProject another = ComposeProject.create()) {
      project = another;
      PageCommands page = new PageCommands("docker/README.md", another.environment());
      page.run("docker/up", UP, this::here);
      page.run(DOWN, SHORT, this::here);
      assertThat(another.remains()).isEmpty();
    } finally {
      project = miscounted;
    }
  }

  private Command.Result run(String command, Duration timeout) throws Exception {
    return readme.run(command, timeout, this::here);
  }

  /** What a command of the page is on this machine and in this project. */
  private String here(String command) {
    String line =
        project
            .withAddresses(command)
            .replace("docker compose ", project.command() + " ")
            // No terminal here.
            .replace(" exec zoo1 ", " exec -T zoo1 ")
            // The launcher would build what is built.
            .replace(
                "./snapkeeper ",
                "java -cp 'cli/target/classes:cli/target/lib/*'"
                    + " -Dlogback.configurationFile=cli/target/classes/logback-cli.xml"
                    + " io.snapkeeper.cli.Main ")
            .replace("zookeeper:3.8.6", stock38)
            .replace("my/zookeeper:3.8", "snapkeeper/zookeeper-it:readme");
    return ImageUnderTest.localBase().isEmpty()
        ? line
        : line.replaceAll("docker/up(?! --local)", "docker/up --local");
  }

  private static void timed(String what, Command.Result up) {
    System.out.printf(
        "ComposeIT: %s: %s%n",
        what, up.output().lines().filter(line -> line.contains("healthy after")).findFirst().get());
  }

  private void everyServerIsHealthyAndContained() throws Exception {
    for (String server : ComposeProject.SERVERS) {
      assertThat(health(server)).isEqualTo("healthy");
      Command.Result status = project.exec(server, "cat", "/proc/1/status");
      assertThat(status.output().lines().map(line -> line.replaceAll("\\s+", " ")))
          .as("process 1 of %s", server)
          .contains("Uid: 1000 1000 1000 1000", "CapPrm: 0000000000000000", "NoNewPrivs: 1");
      assertThat(project.exec(server, "touch", "/here").output()).contains("Read-only file system");
    }
  }

  private void everyPortIsOnLoopback() throws Exception {
    List<String> addresses = new ArrayList<>();
    for (String server : ComposeProject.SERVERS) {
      for (int port : new int[] {2181, 8080, 17000}) {
        addresses.add(project.address(server, port));
      }
    }
    addresses.add(project.address("prometheus", 9090));
    for (String address : addresses) {
      assertThat(address).startsWith("127.0.0.1:");
      int port = Integer.parseInt(address.substring(address.indexOf(':') + 1));
      assertThat(ComposeProject.listeningAt(port))
          .as("who listens at %d", port)
          .allMatch(local -> local.startsWith("0100007F:"));
    }
  }

  /** The same container, which keeps what an earlier start has left in it. */
  private void aServerRestarts() throws Exception {
    project.compose("restart", "zoo1");
    Waiting.until(
        "zoo1 is healthy again", UP, () -> health("zoo1").equals("healthy"), () -> health("zoo1"));
  }

  private String health(String server) {
    try {
      return project.inspect(server, "{{.State.Health.Status}}");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  private void theServersAnswer() throws Exception {
    assertThat(run(STATUS, SHORT).output())
        .contains(" leader ", "scheduler on server ")
        .doesNotContain("unreachable");
    String named = readme.beginningWith("./snapkeeper status").get(0);
    assertThat(run(named, SHORT).output())
        .contains(" leader ", "scheduler on server ")
        .doesNotContain("unreachable");
    // The same for one server, which the page mentions.
    String one = here("./snapkeeper status 127.0.0.1:2181");
    Command.Result alone =
        Command.run(
            SHORT,
            project.environment(),
            List.of("bash", "-c", "cd \"$0\" && " + one, System.getProperty("snapkeeper.repo")));
    assertThat(alone.status()).as(alone.output()).isEqualTo(COULD_NOT_REACH_ALL);
    assertThat(alone.output())
        .contains("zoo5:2181", "the name does not resolve on this machine", "--admin");
    run("docker compose -f docker/compose.yml exec zoo1 zkCli.sh", SHORT);
    assertThat(run("curl -s http://127.0.0.1:8081/commands/snapkeeper", SHORT).output())
        .contains("\"plugin\"");
  }

  private void prometheusHasThemAll() throws Exception {
    String address = project.address("prometheus", 9090);
    await(address, "sum(up{job=\"ensemble\"})", 5);
    await(address, "count(snapkeeper_build_info{job=\"ensemble\"})", 5);
    await(address, "count(snapkeeper_commit_duration_seconds_count > 0)", 5);
    JsonNode groups = get(address, "rules").path("data").path("groups");
    assertThat(groups.findValuesAsText("name")).contains("snapkeeper.rules", "snapkeeper.alerts");
    assertThat(groups.findValuesAsText("health")).isNotEmpty().containsOnly("ok");
  }

  private void await(String address, String expression, double value) {
    Waiting.until(
        expression + " is " + value,
        PATIENCE,
        () -> query(address, expression).filter(found -> found == value).isPresent(),
        () -> String.valueOf(query(address, expression)));
  }

  private Optional<Double> query(String address, String expression) {
    try {
      JsonNode result =
          get(address, "query?query=" + URLEncoder.encode(expression, StandardCharsets.UTF_8))
              .path("data")
              .path("result");
      return result.isEmpty()
          ? Optional.empty()
          : Optional.of(result.path(0).path("value").path(1).asDouble());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  private JsonNode get(String address, String path) throws IOException, InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create("http://" + address + "/api/v1/" + path))
            .timeout(PATIENCE)
            .build();
    return JSON.readTree(http.send(request, HttpResponse.BodyHandlers.ofString()).body());
  }

  /** What a server's status says of its log. */
  private JsonNode log(String server) throws Exception {
    HttpRequest request =
        HttpRequest.newBuilder(
                URI.create("http://" + project.address(server, 8080) + "/commands/snapkeeper"))
            .timeout(PATIENCE)
            .build();
    return JSON.readTree(http.send(request, HttpResponse.BodyHandlers.ofString()).body())
        .path("server")
        .path("log");
  }

  private void serversEndInTime() throws Exception {
    long startNanos = System.nanoTime();
    project.compose("stop");
    double seconds = (System.nanoTime() - startNanos) / 1e9;
    System.out.printf("ComposeIT: stopped after %.1f s%n", seconds);
    for (String server : ComposeProject.SERVERS) {
      // 128 + SIGTERM; SIGKILL would be 137.
      assertThat(project.inspect(server, "{{.State.ExitCode}}")).as(server).isEqualTo("143");
    }
  }
}
