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
}
