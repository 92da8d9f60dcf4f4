package io.snapkeeper.containers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.fail;
import static org.junit.jupiter.api.Assumptions.abort;

import io.snapkeeper.ensemble.ServerLibraries.Line;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Finds out whether containers can run here, and makes the images that the tests start. If this
 * machine cannot run containers, or has neither an image's base nor a way to get it, the test is
 * not run, or fails where everything must run. An image that cannot be built is a failure
 * everywhere.
 */
public final class ImageUnderTest {

  private static final Duration PROBE = Duration.ofSeconds(15);
  private static final Duration PULL = Duration.ofMinutes(5);
  private static final Duration BUILD = Duration.ofMinutes(5);

  /** On Docker Hub. */
  private static final Map<Line, String> OFFICIAL =
      Map.of(Line.V3_9, "zookeeper:3.9.5", Line.V3_8, "zookeeper:3.8.6");

  private ImageUnderTest() {}

  /** The name of an image of a 3.9 server with this checkout's plugin. */
  public static String prepare() throws IOException, InterruptedException {
    return prepare(Line.V3_9);
  }

  /** The name of an image of a server with this checkout's plugin. */
  public static String prepare(Line line) throws IOException, InterruptedException {
    requireEngine();
    String given = System.getProperty("snapkeeper.image", "");
    if (!given.isEmpty() && line == Line.V3_9) {
      requireImage(given);
      return given;
    }
    // A name of its own: the image that a user has built is left alone.
    String image =
        "snapkeeper/zookeeper-it:%s-%s"
            .formatted(System.getProperty("snapkeeper.version"), line.number());
    return build(Map.of("BASE_IMAGE", prepareStock(line)), "build-image", image);
  }

  /**
   * The name of an image of a server as it comes: the official one, or where a Java base image is
   * given in its place, what docker/local-zookeeper makes of that.
   */
  public static String prepareStock(Line line) throws IOException, InterruptedException {
    requireEngine();
    String base = localBase();
    if (base.isEmpty()) {
      requireImage(OFFICIAL.get(line));
      return OFFICIAL.get(line);
    }
    requireImage(base);
    return build(
        Map.of("BASE_IMAGE", base),
        "local-zookeeper",
        line.number(),
        "snapkeeper/local-zookeeper-it:" + line.number());
  }

  /** The name of a Java base image for where no registry can be reached; empty where one can. */
  static String localBase() {
    return System.getProperty("snapkeeper.baseImage", "");
  }

  // One at a time: the scripts gather what goes into an image in directories of the checkout.
  private static synchronized String build(
      Map<String, String> environment, String script, String... arguments)
      throws IOException, InterruptedException {
    Path repo = Path.of(System.getProperty("snapkeeper.repo"));
    List<String> command = new ArrayList<>();
    command.add(repo.resolve("docker").resolve(script).toString());
    command.addAll(List.of(arguments));
    Command.Result build = Command.run(BUILD, environment, command);
    assertThat(build.succeeded()).as("docker/%s: %s", script, build.output()).isTrue();
    return build.lastLine();
  }

  private static void requireEngine() throws IOException, InterruptedException {
    Command.Result engine = docker(PROBE, "version", "--format", "{{.Server.Version}}");
    if (!engine.succeeded()) {
      notRun("no Docker engine: " + engine.lastLine());
    }
  }

  private static void requireImage(String image) throws IOException, InterruptedException {
    if (docker(PROBE, "image", "inspect", "--format", "{{.Id}}", image).succeeded()) {
      return;
    }
    Command.Result pull = docker(PULL, "pull", "--quiet", image);
    if (!pull.succeeded()) {
      notRun("no image " + image + ": " + pull.lastLine());
    }
  }

  static Command.Result docker(Duration timeout, String... arguments)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of("docker"));
    command.addAll(List.of(arguments));
    return Command.run(timeout, Map.of(), command);
  }

  /** Ends the test, as what it needs is missing. */
  public static void notRun(String reason) {
    if (System.getProperty("snapkeeper.require", "possible").equals("all")) {
      fail("must run here (snapkeeper.require=all), but " + reason);
    }
    abort(reason);
  }
}
