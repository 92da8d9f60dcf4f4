package io.snapkeeper.containers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.fail;
import static org.junit.jupiter.api.Assumptions.abort;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Finds out whether containers can run here, and makes the image that the tests start. */
final class ImageUnderTest {

  private static final Duration PROBE = Duration.ofSeconds(15);
  private static final Duration PULL = Duration.ofMinutes(5);
  private static final Duration BUILD = Duration.ofMinutes(5);
  private static final Pattern DEFAULT_BASE = Pattern.compile("(?m)^ARG BASE_IMAGE=(\\S+)$");

  private ImageUnderTest() {}

  /**
   * The name of an image with this checkout's plugin. If this machine cannot run containers, or has
   * neither the base image nor a way to get it, the test is not run, or fails where everything must
   * run. An image that cannot be built is a failure everywhere.
   */
  static String prepare() throws IOException, InterruptedException {
    Command.Result engine = docker(PROBE, "version", "--format", "{{.Server.Version}}");
    if (!engine.succeeded()) {
      notRun("no Docker engine: " + engine.lastLine());
    }
    String given = System.getProperty("snapkeeper.image", "");
    if (!given.isEmpty()) {
      requireImage(given);
      return given;
    }
    Path repo = Path.of(System.getProperty("snapkeeper.repo"));
    String base = System.getProperty("snapkeeper.baseImage", "");
    if (base.isEmpty()) {
      base = defaultBase(repo);
    }
    requireImage(base);
    // A name of its own: the image that a user has built is left alone.
    String image = "snapkeeper/zookeeper-it:" + System.getProperty("snapkeeper.version");
    Command.Result build =
        Command.run(
            BUILD,
            Map.of("BASE_IMAGE", base),
            List.of(repo.resolve("docker/build-image").toString(), image));
    assertThat(build.succeeded()).as("docker/build-image: %s", build.output()).isTrue();
    return image;
  }

  private static String defaultBase(Path repo) throws IOException {
    Matcher matcher = DEFAULT_BASE.matcher(Files.readString(repo.resolve("docker/Dockerfile")));
    assertThat(matcher.find()).as("ARG BASE_IMAGE in docker/Dockerfile").isTrue();
    return matcher.group(1);
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

  private static Command.Result docker(Duration timeout, String... arguments)
      throws IOException, InterruptedException {
    List<String> command = new java.util.ArrayList<>(List.of("docker"));
    command.addAll(List.of(arguments));
    return Command.run(timeout, Map.of(), command);
  }

  private static void notRun(String reason) {
    if (System.getProperty("snapkeeper.require", "possible").equals("all")) {
      fail("must run here (snapkeeper.require=all), but " + reason);
    }
    abort(reason);
  }
}
