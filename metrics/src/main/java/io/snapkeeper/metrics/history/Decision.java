package io.snapkeeper.metrics.history;

/**
 * Something that the scheduler of this server has decided, or that became of it.
 *
 * @param atMillis by the clock of the observations
 * @param sid the member that it is about
 * @param slotId 0 if it is about none
 * @param text why, in plain words; may be empty
 */
public record Decision(long atMillis, Kind kind, long sid, long slotId, String text) {

  /** Longer reasons are cut: the memory of all decisions is bounded. */
  static final int TEXT_MAX = 300;

  public Decision {
    text = bounded(text);
  }

  /** The text, or its beginning if it is too long to be kept. */
  static String bounded(String text) {
    return text.length() <= TEXT_MAX ? text : text.substring(0, TEXT_MAX - 1) + "…";
  }

  /** What was decided, or became of it. */
  public enum Kind {
    GRANTED("granted"),
    GRANTED_DEGRADED("granted-degraded"),
    /** The snapshot is on stable storage. */
    DONE("done"),
    DECLINED("declined"),
    EXPIRED("expired"),
    ABORTED("aborted"),
    FAILED("failed"),
    /** The holder disconnected. */
    LEFT("left"),
    /** A member waits for another reason than before. */
    HELD("held"),
    /** An operator's request was not taken. */
    REFUSED("refused");

    private final String label;

    Kind(String label) {
      this.label = label;
    }

    /** The name in the page's data. */
    public String label() {
      return label;
    }
  }
}
