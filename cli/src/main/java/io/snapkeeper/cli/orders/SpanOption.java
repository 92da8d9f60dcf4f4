package io.snapkeeper.cli.orders;

import io.snapkeeper.cli.Span;
import picocli.CommandLine.Option;

/** {@code --for}: how long an order lasts. */
final class SpanOption {

  @Option(
      names = "--for",
      paramLabel = "TIME",
      defaultValue = "10m",
      converter = Span.Converter.class,
      description = "How long, up to 24h (default ${DEFAULT-VALUE}). It always lapses.")
  private Span span;

  Span span() {
    return span;
  }
}
