package io.snapkeeper.metrics.http;

import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * What a client gets.
 *
 * @param caching the header Cache-Control
 * @param etag names the content, for a client that has it; quoted
 */
record Answer(
    int status, String contentType, Content content, String caching, Optional<String> etag) {

  /** Nothing of it may be kept: the next answer differs. */
  static final String NOT_KEPT = "no-store";

  /** May be kept, and is asked for again by its name. */
  static final String ASK_AGAIN = "private, no-cache";

  static Answer text(int status, String text) {
    Content content = new Content.Plain(text.getBytes(StandardCharsets.UTF_8));
    return new Answer(status, "text/plain; charset=utf-8", content, NOT_KEPT, Optional.empty());
  }
}
