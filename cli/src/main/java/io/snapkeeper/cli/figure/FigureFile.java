package io.snapkeeper.cli.figure;

import io.snapkeeper.cli.ExitCode;
import io.snapkeeper.cli.Failure;
import java.awt.Font;
import java.awt.font.FontRenderContext;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Locale;

/** Which kind of picture a file's name asks for. */
public final class FigureFile {

  private FigureFile() {}

  private enum Kind {
    SVG,
    PNG
  }

  /**
   * Called before anything takes time.
   *
   * @throws Failure if the name asks for another kind of picture, or for one that this machine
   *     cannot draw
   */
  public static void requireDrawable(Path path) {
    if (kindOf(path) == Kind.PNG) {
      requireFonts(path);
    }
  }

  /** The content of the file. */
  public static byte[] render(Figure figure, Path path) {
    return switch (kindOf(path)) {
      case SVG -> SvgCanvas.render(figure).getBytes(StandardCharsets.UTF_8);
      case PNG -> PngCanvas.render(figure);
    };
  }

  private static Kind kindOf(Path path) {
    String name = path.toString().toLowerCase(Locale.ROOT);
    if (name.endsWith(".svg")) {
      return Kind.SVG;
    }
    if (name.endsWith(".png")) {
      return Kind.PNG;
    }
    throw new Failure(
        "--figure " + path + ": a picture's name ends in .svg or .png", ExitCode.WRONG_USAGE);
  }

  // Where fontconfig, freetype or every font is missing, Java says so only when the first text is
  // measured, and by all kinds of exceptions and errors: a plain Error among them.
  private static void requireFonts(Path path) {
    // Else a runtime without a display's libraries looks for them wherever DISPLAY is set.
    System.setProperty("java.awt.headless", "true");
    try {
      new Font(Font.SANS_SERIF, Font.PLAIN, 12)
          .getStringBounds("0", new FontRenderContext(null, true, true));
    } catch (RuntimeException | Error e) {
      throw new Failure(
          "--figure "
              + path
              + ": this Java runtime finds no font ("
              + e
              + "); write .svg, which needs none, or install some (Debian: apt install fontconfig"
              + " fonts-dejavu-core libfreetype6)",
          e);
    }
  }
}
