package io.snapkeeper.metrics.http;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Optional;

/** The metrics of the moment, in the format that the scraper asks for. Thread-safe. */
final class Scrape implements Resource {

  private final PrometheusSource source;

  Scrape(PrometheusSource source) {
    this.source = source;
  }

  @Override
  public String name() {
    return "the metrics of a scrape";
  }

  @Override
  public Answer get(String accept) throws IOException {
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    String contentType = source.write(body, accept);
    Content content = new Content.Plain(body.toByteArray());
    return new Answer(200, contentType, content, Answer.NOT_KEPT, Optional.empty());
  }
}
