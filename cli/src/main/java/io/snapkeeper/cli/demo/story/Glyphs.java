package io.snapkeeper.cli.demo.story;

/**
 * The characters of a text strip.
 *
 * @param idle nothing happens
 * @param snapshot a server is snapshotting
 * @param overlap too many are
 * @param bars parts of a bar, from nothing to a full character
 * @param edge between label and strip
 */
public record Glyphs(String idle, String snapshot, String overlap, String bars, String edge) {

  public static final Glyphs UNICODE = new Glyphs("·", "▬", "█", " ▁▂▃▄▅▆▇█", "│");
  public static final Glyphs ASCII = new Glyphs(".", "=", "!", " .:#", "|");

  /** The part of a bar that is filled to this fraction; anything above nothing is visible. */
  public String bar(double fraction) {
    int full = bars.length() - 1;
    int index = (int) Math.ceil(Math.max(0, Math.min(1, fraction)) * full);
    return String.valueOf(bars.charAt(index));
  }
}
