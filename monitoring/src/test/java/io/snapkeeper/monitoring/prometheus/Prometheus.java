package io.snapkeeper.monitoring.prometheus;

import io.snapkeeper.ensemble.EnsembleException;
import io.snapkeeper.ensemble.Waiting;
import io.snapkeeper.monitoring.rules.Rule;
import io.snapkeeper.monitoring.rules.RuleFiles;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A Prometheus server of one test, on loopback. It ends with {@link #close}. */
public final class Prometheus implements AutoCloseable {

  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final int SCRAPE_MILLIS = 500;
  private static final Pattern ADDRESS =
      Pattern.compile("\"Listening on\" address=(127\\.0\\.0\\.1:[0-9]+)");

  private final Process process;
  private final Path log;
  private final PrometheusApi api;

  private Prometheus(Process process, Path log) {
    this.process = process;
    this.log = log;
    this.api = new PrometheusApi(URI.create("http://" + awaitAddress()));
  }

  /**
   * Starts to scrape twice a second, and evaluates the rules as often.
   *
   * @param directory for its files, exists; what an earlier one has stored there is found again
   * @param targetsByJob servers
   */
  public static Prometheus start(
      Path directory, Map<String, List<Target>> targetsByJob, List<Rule> rules) throws IOException {
    RuleFiles.write(directory.resolve("rules.yml"), rules);
    Path config = directory.resolve("prometheus.yml");
    Files.writeString(config, config(targetsByJob));
    Path log = directory.resolve("prometheus.log");
    Process process =
        new ProcessBuilder(
                Programs.prometheus(),
                "--config.file=" + config,
                "--storage.tsdb.path=" + directory.resolve("data"),
                "--web.listen-address=127.0.0.1:0")
            .directory(directory.toFile())
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .start();
    // Should the test's JVM end before.
    Runtime.getRuntime().addShutdownHook(new Thread(process::destroyForcibly, "prometheus-end"));
    try {
      return new Prometheus(process, log);
    } catch (RuntimeException e) {
      process.destroyForcibly();
      throw e;
    }
  }

  private static String config(Map<String, List<Target>> targetsByJob) {
    StringBuilder config =
        new StringBuilder(
            """
            global: {scrape_interval: %1$dms, scrape_timeout: %1$dms, evaluation_interval: %1$dms}
            rule_files: [rules.yml]
            scrape_configs:
            """
                .formatted(SCRAPE_MILLIS));
    targetsByJob.forEach(
        (job, targets) -> {
          config.append("- job_name: " + job + "\n  static_configs:\n");
          for (Target target : targets) {
            config.append(
                "  - {targets: [\"%s\"], labels: {instance: \"%s\"}}\n"
                    .formatted(target.address(), target.instance()));
          }
        });
    return config.toString();
  }

  private String awaitAddress() {
    Matcher[] found = new Matcher[1];
    Waiting.until(
        "Prometheus to listen",
        PATIENCE,
        () -> {
          if (!process.isAlive()) {
            throw new EnsembleException("Prometheus has ended:\n" + log());
          }
          found[0] = ADDRESS.matcher(log());
          return found[0].find();
        },
        this::log);
    return found[0].group(1);
  }

  /** What it answers. */
  public PrometheusApi api() {
    return api;
  }

  /** What it has written to its console. */
  public String log() {
    try {
      return Files.readString(log);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    process.destroy();
    try {
      if (!process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }
}
