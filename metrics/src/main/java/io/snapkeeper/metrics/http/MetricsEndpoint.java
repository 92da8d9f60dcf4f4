package io.snapkeeper.metrics.http;

import com.sun.net.httpserver.HttpContext;
import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import io.snapkeeper.metrics.exposition.MetricsSource;
import io.snapkeeper.metrics.exposition.PrometheusSource;
import io.snapkeeper.metrics.figures.SnapkeeperFigures;
import io.snapkeeper.metrics.history.Timeline;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.Map;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiConsumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Serves the metrics and the page over HTTP or HTTPS. Its threads, its waiting requests and, on a
 * JDK that can, its connections are bounded; none of its threads keeps a JVM alive. Thread-safe.
 */
public final class MetricsEndpoint implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger("io.snapkeeper.metrics");

  /** One for each of two scrapers, and two for clients that are slow. */
  private static final int THREADS = 4;

  /** Connections beyond are closed unanswered. */
  private static final int WAITING_REQUESTS_MAX = 64;

  private static final int BACKLOG_CONNECTIONS = 64;
  private static final long IDLE_THREAD_SECONDS = 60;

  private final HttpServer server;
  private final ThreadPoolExecutor threads;
  private final MetricsSource source;

  private MetricsEndpoint(HttpServer server, ThreadPoolExecutor threads, MetricsSource source) {
    this.server = server;
    this.threads = threads;
    this.source = source;
  }

  /**
   * Serves the page, Snapkeeper's metrics and the JVM's.
   *
   * @param timeline what the page shows
   * @param faults is told of what fails later, with its place
   * @throws IOException if it cannot, for instance because the port is taken
   */
  public static MetricsEndpoint start(
      EndpointConfig config,
      SnapkeeperFigures figures,
      Timeline timeline,
      BiConsumer<String, Throwable> faults)
      throws IOException {
    MetricsSource source = PrometheusSource.withJvm(figures);
    return start(config, source, Site.page(source, timeline), faults);
  }

  /**
   * Serves the metrics of this source, without the page.
   *
   * @param source is closed with the endpoint, and if that cannot listen
   * @param faults is told of what fails later, with its place
   * @throws IOException if it cannot, for instance because the port is taken
   */
  public static MetricsEndpoint start(
      EndpointConfig config, MetricsSource source, BiConsumer<String, Throwable> faults)
      throws IOException {
    return start(config, source, Site.metrics(source), faults);
  }

  private static MetricsEndpoint start(
      EndpointConfig config,
      MetricsSource source,
      Map<String, Resource> resources,
      BiConsumer<String, Throwable> faults)
      throws IOException {
    HttpLimits.apply();
    HttpServer server;
    try {
      server = listen(config);
    } catch (IOException e) {
      source.close();
      throw e;
    }
    HttpContext context = server.createContext("/", new SiteHandler(resources, faults));
    config.passwords().map(PasswordCheck::new).ifPresent(context::setAuthenticator);
    ThreadPoolExecutor threads = threads();
    server.setExecutor(threads);
    startAsDaemon(server);
    LOG.info(
        "snapkeeper serves metrics on {}://{}:{}/",
        config.tls().isPresent() ? "https" : "http",
        config.host(),
        server.getAddress().getPort());
    if (!server.getAddress().getAddress().isLoopbackAddress() && config.passwords().isEmpty()) {
      LOG.warn(
          "snapkeeper serves metrics to everybody who reaches {}:{}; see basicAuth.file in"
              + " docs/metrics.md",
          config.host(),
          server.getAddress().getPort());
    }
    return new MetricsEndpoint(server, threads, source);
  }

  private static HttpServer listen(EndpointConfig config) throws IOException {
    InetSocketAddress address = new InetSocketAddress(config.host(), config.port());
    try {
      if (config.tls().isEmpty()) {
        return HttpServer.create(address, BACKLOG_CONNECTIONS);
      }
      HttpsServer server = HttpsServer.create(address, BACKLOG_CONNECTIONS);
      server.setHttpsConfigurator(new HttpsConfigurator(config.tls().get()));
      return server;
    } catch (IOException | RuntimeException e) {
      throw new IOException(
          "cannot listen on %s:%d: %s".formatted(config.host(), config.port(), e.getMessage()), e);
    }
  }

  private static ThreadPoolExecutor threads() {
    AtomicInteger number = new AtomicInteger();
    ThreadPoolExecutor threads =
        new ThreadPoolExecutor(
            THREADS,
            THREADS,
            IDLE_THREAD_SECONDS,
            TimeUnit.SECONDS,
            new ArrayBlockingQueue<>(WAITING_REQUESTS_MAX),
            work -> daemon(work, "snapkeeper-metrics-" + number.incrementAndGet()));
    threads.allowCoreThreadTimeOut(true);
    return threads;
  }

  /** The server's dispatcher is a daemon only if the thread that starts it is one. */
  private static void startAsDaemon(HttpServer server) throws IOException {
    Thread starter = daemon(server::start, "snapkeeper-metrics-start");
    starter.start();
    try {
      starter.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while the metrics endpoint started", e);
    }
  }

  private static Thread daemon(Runnable work, String name) {
    Thread thread = new Thread(work, name);
    thread.setDaemon(true);
    return thread;
  }

  /** The port it listens on. */
  public int port() {
    return server.getAddress().getPort();
  }

  /** Ends all connections at once. */
  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
    source.close();
  }
}
