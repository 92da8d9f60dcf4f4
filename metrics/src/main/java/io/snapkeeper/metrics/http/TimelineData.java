package io.snapkeeper.metrics.http;

import io.snapkeeper.metrics.history.Timeline;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Optional;

/**
 * The page's data. It is made when it is asked for, at most once for each version of the timeline,
 * and kept for all who ask meanwhile. Thread-safe.
 */
final class TimelineData implements Resource {

  private record Made(long version, Answer answer) {}

  private final Timeline timeline;
  private final Timeline.Extent extent;
  private volatile Made made;

  TimelineData(Timeline timeline, Timeline.Extent extent) {
    this.timeline = timeline;
    this.extent = extent;
  }

  @Override
  public String name() {
    return "the page's data";
  }

  @Override
  public Answer get(String accept) throws IOException {
    Made last = made;
    return last != null && last.version() == timeline.version() ? last.answer() : make();
  }

  /** One thread makes it, the others wait for that. */
  private synchronized Answer make() throws IOException {
    long version = timeline.version();
    if (made == null || made.version() != version) {
      made = new Made(version, answer(version));
    }
    return made.answer();
  }

  private Answer answer(long version) throws IOException {
    byte[] json = timeline.document(extent).getBytes(StandardCharsets.UTF_8);
    String etag =
        "\"%s-%s-%d\"".formatted(timeline.run(), extent.name().toLowerCase(Locale.ROOT), version);
    return new Answer(
        200, "application/json", Content.compressed(json), Answer.ASK_AGAIN, Optional.of(etag));
  }
}
