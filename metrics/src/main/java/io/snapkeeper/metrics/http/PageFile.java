package io.snapkeeper.metrics.http;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** A file of the page, out of the jar. Immutable. */
final class PageFile implements Resource {

  private static final String DIRECTORY = "/io/snapkeeper/metrics/page/";

  /** Files by their name in the jar and under /page/. */
  private static final Map<String, String> CONTENT_TYPES =
      Map.ofEntries(
          Map.entry("page.css", "text/css; charset=utf-8"),
          Map.entry("uplot/dist/uPlot.min.css", "text/css; charset=utf-8"),
          Map.entry("uplot/dist/uPlot.iife.min.js", "text/javascript; charset=utf-8"),
          Map.entry("start.js", "text/javascript; charset=utf-8"),
          Map.entry("page.js", "text/javascript; charset=utf-8"),
          Map.entry("store.js", "text/javascript; charset=utf-8"),
          Map.entry("poll.js", "text/javascript; charset=utf-8"),
          Map.entry("lanes.js", "text/javascript; charset=utf-8"),
          Map.entry("marks.js", "text/javascript; charset=utf-8"),
          Map.entry("ticks.js", "text/javascript; charset=utf-8"),
          Map.entry("table.js", "text/javascript; charset=utf-8"),
          Map.entry("charts.js", "text/javascript; charset=utf-8"),
          Map.entry("decisions.js", "text/javascript; charset=utf-8"),
          Map.entry("summary.js", "text/javascript; charset=utf-8"),
          Map.entry("words.js", "text/javascript; charset=utf-8"),
          Map.entry("icon.svg", "image/svg+xml"),
          Map.entry("uplot/LICENSE", "text/plain; charset=utf-8"));

  private static final int ETAG_BYTES = 12;

  private final Answer answer;

  private PageFile(String file, String contentType) throws IOException {
    byte[] bytes = read(file);
    this.answer =
        new Answer(
            200,
            contentType,
            Content.compressed(bytes),
            Answer.ASK_AGAIN,
            Optional.of(etag(bytes)));
  }

  /**
   * All files by path.
   *
   * @throws IOException if one is not in the jar
   */
  static Map<String, Resource> all() throws IOException {
    Map<String, Resource> files = new LinkedHashMap<>();
    files.put("/", new PageFile("index.html", "text/html; charset=utf-8"));
    for (Map.Entry<String, String> file : CONTENT_TYPES.entrySet()) {
      files.put("/page/" + file.getKey(), new PageFile(file.getKey(), file.getValue()));
    }
    return files;
  }

  private static byte[] read(String file) throws IOException {
    try (InputStream in = PageFile.class.getResourceAsStream(DIRECTORY + file)) {
      if (in == null) {
        throw new FileNotFoundException("the jar has no " + DIRECTORY + file);
      }
      return in.readAllBytes();
    }
  }

  private static String etag(byte[] bytes) {
    try {
      byte[] hash = MessageDigest.getInstance("SHA-256").digest(bytes);
      return '"' + HexFormat.of().formatHex(hash, 0, ETAG_BYTES) + '"';
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }

  @Override
  public String name() {
    return "the page";
  }

  @Override
  public Answer get(String accept) {
    return answer;
  }
}
