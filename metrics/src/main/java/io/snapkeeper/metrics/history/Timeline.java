package io.snapkeeper.metrics.history;

import io.snapkeeper.metrics.json.Json;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The last hour of a server and of the ensemble it leads: told by the plugin, read by viewers.
 * Thread-safe. Its memory is bounded: the history's {@link History#BYTES_MAX} bytes and 500
 * decisions of at most 300 characters, which others may share, together less than {@value
 * #BYTES_MAX} bytes.
 */
public class Timeline {

  static final int BYTES_MAX = 2_000_000;

  /** A page that asks every two seconds may miss nine answers before it needs the whole again. */
  private static final long RECENT_MILLIS = 20_000;

  private final String run;
  private final History history = new History();
  private final Decisions decisions;
  private long version;

  /**
   * @param run names this run of the server, so that a page does not join two runs
   * @param decisions of this server's schedulers
   */
  public Timeline(String run, Decisions decisions) {
    this.run = run;
    this.decisions = decisions;
  }

  /** Adds what was seen; a few times a second, by one thread. */
  public synchronized void observe(Observation seen) {
    if (history.observe(seen)) {
      version++;
    }
  }

  /** Grows by one with each sample, every two seconds; a document changes with it. */
  public synchronized long version() {
    return version;
  }

  /** Names this run of the server. */
  public String run() {
    return run;
  }

  /** How much of the hour a document holds. */
  public enum Extent {
    HOUR,
    /** What is new since {@value Timeline#RECENT_MILLIS} ms, for a page that has the rest. */
    RECENT
  }

  /** The page's data as JSON. */
  public String document(Extent extent) {
    return Json.write(documentAsMaps(extent));
  }

  private synchronized Map<String, Object> documentAsMaps(Extent extent) {
    Map<String, Object> document = new LinkedHashMap<>();
    document.put("run", run);
    document.put("version", version);
    if (history.last() != null) {
      long kept = extent == Extent.HOUR ? History.KEPT_MILLIS : RECENT_MILLIS;
      long since = history.last().atMillis() - kept;
      document.putAll(new TimelineDocument(history, decisions.since(since), since).make());
    }
    return document;
  }
}
