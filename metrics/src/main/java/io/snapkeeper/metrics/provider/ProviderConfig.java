package io.snapkeeper.metrics.provider;

import io.snapkeeper.metrics.http.EndpointConfig;
import io.snapkeeper.metrics.http.EndpointFiles;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;

/**
 * The configuration, from the keys {@code metricsProvider.*} in zoo.cfg, of which ZooKeeper takes
 * that prefix away. Immutable.
 *
 * @param exportsJvm whether memory, threads and garbage collections are scraped, too
 * @param warnings about keys that have no effect
 */
record ProviderConfig(EndpointConfig endpoint, boolean exportsJvm, List<String> warnings) {

  private static final String PREFIX = "metricsProvider.";
  private static final String HOST = "httpHost";
  private static final String PORT = "httpPort";
  private static final String EXPORT_JVM = "exportJvmInfo";
  private static final int PORT_MAX = 65_535;

  /** Other hosts scrape only where somebody has thought about who may. */
  private static final String HOST_DEFAULT = "127.0.0.1";

  /** As of ZooKeeper's own provider. */
  private static final String PORT_DEFAULT = "7000";

  private static final Set<String> KNOWN =
      Set.of(
          HOST,
          PORT,
          EXPORT_JVM,
          EndpointFiles.KEYSTORE,
          EndpointFiles.PASSWORD_FILE,
          EndpointFiles.BASIC_AUTH_FILE);

  /** Of ZooKeeper's own provider, whose summaries have a queue, threads and a time window. */
  private static final Set<String> NOT_NEEDED =
      Set.of(
          "numWorkerThreads",
          "maxQueueSize",
          "workerShutdownTimeoutMs",
          "prometheusMetricsSummaryRotateIntervalSeconds");

  ProviderConfig {
    warnings = List.copyOf(warnings);
  }

  /**
   * Reads the configuration, and the files that it names.
   *
   * @throws IllegalArgumentException if a value is wrong, with its key and what is allowed
   */
  static ProviderConfig read(Properties properties) {
    List<String> warnings = new ArrayList<>();
    for (String key : new TreeSet<>(properties.stringPropertyNames())) {
      if (key.equals("httpsPort") || key.startsWith("ssl.")) {
        // Not passed over: whoever sets it believes that the metrics are encrypted.
        throw new IllegalArgumentException(
            PREFIX
                + key
                + " is not supported; use "
                + PREFIX
                + EndpointFiles.KEYSTORE
                + ", see docs/metrics.md");
      }
      if (NOT_NEEDED.contains(key)) {
        warnings.add(PREFIX + key + " has no effect: a summary has no queue and no threads");
      } else if (!KNOWN.contains(key)) {
        warnings.add("snapkeeper ignores the unknown key " + PREFIX + key);
      }
    }
    EndpointFiles files = new EndpointFiles(PREFIX);
    EndpointConfig endpoint =
        new EndpointConfig(
            host(properties),
            port(properties),
            files.tls(
                value(properties, EndpointFiles.KEYSTORE),
                value(properties, EndpointFiles.PASSWORD_FILE)),
            files.passwords(value(properties, EndpointFiles.BASIC_AUTH_FILE)));
    return new ProviderConfig(endpoint, exportsJvm(properties), warnings);
  }

  private static String host(Properties properties) {
    String host = value(properties, HOST).orElse(HOST_DEFAULT);
    if (host.isEmpty()) {
      throw wrong(HOST, host, "a name or address of an interface");
    }
    return host;
  }

  /** 0 for any that is free. */
  private static int port(Properties properties) {
    String port = value(properties, PORT).orElse(PORT_DEFAULT);
    try {
      int number = Integer.parseInt(port);
      if (number >= 0 && number <= PORT_MAX) {
        return number;
      }
    } catch (NumberFormatException e) {
      // said below
    }
    throw wrong(PORT, port, "0 to " + PORT_MAX);
  }

  private static boolean exportsJvm(Properties properties) {
    String exports = value(properties, EXPORT_JVM).orElse("true");
    return switch (exports) {
      case "true" -> true;
      case "false" -> false;
      default -> throw wrong(EXPORT_JVM, exports, "true, false");
    };
  }

  private static Optional<String> value(Properties properties, String key) {
    return Optional.ofNullable(properties.getProperty(key)).map(String::strip);
  }

  private static IllegalArgumentException wrong(String key, String value, String allowed) {
    return new IllegalArgumentException(
        PREFIX + key + " is \"" + value + "\"; allowed: " + allowed);
  }
}
