package io.snapkeeper.benchmarks.ensemble;

import io.snapkeeper.ensemble.EnsembleSpec;
import io.snapkeeper.ensemble.PortReservation;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/** Servers with the metrics endpoint, scraped as a Prometheus does, until it is closed. */
final class Scraping implements AutoCloseable {

  /** So that a scrape is compiled, as it is on a server that has run for hours. */
  private static final int WARM_UP_SCRAPES = 300;

  private final Duration interval;
  private final List<URI> targets = new ArrayList<>();
  private final HttpClient http = HttpClient.newHttpClient();
  private final Thread thread = new Thread(this::run, "scraper");
  private final AtomicLong failed = new AtomicLong();

  /**
   * @param interval from one scrape of all servers to the next; zero: they have no endpoint
   */
  Scraping(Duration interval) {
    this.interval = interval;
  }

  /** Gives each server an endpoint on loopback. */
  EnsembleSpec.Builder configure(EnsembleSpec.Builder builder, int servers) throws IOException {
    if (interval.isZero()) {
      return builder;
    }
    try (PortReservation ports = new PortReservation()) {
      for (long sid = 1; sid <= servers; sid++) {
        String port = Integer.toString(ports.next());
        targets.add(URI.create("http://127.0.0.1:" + port + "/metrics"));
        builder.server(sid, server -> server.withConfig("snapkeeper.metrics.port", port));
      }
      ports.release();
    }
    return builder;
  }

  /** Begins, once the servers have been loaded; to be closed before they end. */
  void start() throws InterruptedException {
    if (interval.isZero()) {
      return;
    }
    for (int i = 0; i < WARM_UP_SCRAPES; i++) {
      scrapeAll();
    }
    thread.start();
  }

  private void run() {
    try {
      while (true) {
        scrapeAll();
        Thread.sleep(interval.toMillis());
      }
    } catch (InterruptedException e) {
      // closed
    }
  }

  private void scrapeAll() throws InterruptedException {
    for (URI target : targets) {
      try {
        HttpResponse<Void> answer =
            http.send(
                HttpRequest.newBuilder(target).timeout(Duration.ofSeconds(10)).build(),
                HttpResponse.BodyHandlers.discarding());
        failed.addAndGet(answer.statusCode() == 200 ? 0 : 1);
      } catch (IOException e) {
        failed.incrementAndGet();
      }
    }
  }

  /**
   * Ends it.
   *
   * @throws IllegalStateException if a scrape has failed: then the figures are not what they seem
   */
  @Override
  public void close() {
    thread.interrupt();
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    if (failed.get() > 0) {
      throw new IllegalStateException(failed + " scrapes failed");
    }
  }
}
