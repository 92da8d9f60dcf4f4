package io.snapkeeper.cli.watch;

import io.snapkeeper.cli.demo.story.Glyphs;
import io.snapkeeper.cli.watch.Timeline.Mark;

/**
 * The characters of the view: those of the demo's strips and a few more. Each state has a shape of
 * its own, so that nothing is told by colour alone.
 *
 * @param strip as in the demo
 * @param unscheduled a snapshot outside a slot
 * @param away a server that does not serve
 * @param full the filled part of a gauge
 */
record Marks(Glyphs strip, String unscheduled, String away, String full) {

  static final Marks UNICODE = new Marks(Glyphs.UNICODE, "▓", "×", "■");
  static final Marks ASCII = new Marks(Glyphs.ASCII, "#", "x", "#");

  /** All that {@link #UNICODE} needs a terminal to show. */
  static final String NEEDED = "▁█▬·│▓×■";

  String of(Mark mark) {
    return switch (mark) {
      case NONE -> " ";
      case IDLE -> strip.idle();
      case AWAY -> away;
      case SLOT -> strip.snapshot();
      case UNSCHEDULED -> unscheduled;
    };
  }

  /** A bar that is full at 100. */
  String gauge(double percent, int width) {
    int filled = (int) Math.round(Math.max(0, Math.min(100, percent)) / 100 * width);
    return full.repeat(filled) + strip.idle().repeat(width - filled);
  }
}
