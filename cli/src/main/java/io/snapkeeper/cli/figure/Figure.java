package io.snapkeeper.cli.figure;

/** A picture that can be drawn on any canvas. */
public interface Figure {

  /** In pixels. */
  double width();

  /** In pixels. */
  double height();

  /** One line for those who cannot see it. */
  String title();

  /** What it shows, in a sentence, for those who cannot see it. */
  String description();

  /** Draws everything but the white ground. */
  void draw(Canvas canvas);
}
