package io.snapkeeper.metrics.http;

import io.prometheus.metrics.expositionformats.ExpositionFormatWriter;
import io.prometheus.metrics.expositionformats.ExpositionFormats;
import io.snapkeeper.metrics.exposition.MetricsSource;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Optional;

/** The metrics of the moment, in the format that the scraper asks for. Thread-safe. */
final class Scrape implements Resource {

  private final ExpositionFormats formats = ExpositionFormats.init();
  private final MetricsSource source;

  Scrape(MetricsSource source) {
    this.source = source;
  }

  @Override
  public String name() {
    return "the metrics of a scrape";
  }

  @Override
  public Answer get(String accept) throws IOException {
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    ExpositionFormatWriter writer = formats.findWriter(accept);
    writer.write(body, source.collect());
    Content content = new Content.Plain(body.toByteArray());
    return new Answer(200, writer.getContentType(), content, Answer.NOT_KEPT, Optional.empty());
  }
}
