package io.snapkeeper.cli.simulate;

import io.snapkeeper.cli.figure.Canvas;
import io.snapkeeper.cli.figure.Lettering;
import io.snapkeeper.cli.figure.Lettering.Anchor;
import io.snapkeeper.cli.figure.Look;
import io.snapkeeper.cli.figure.Look.Form;
import io.snapkeeper.cli.figure.Palette;
import io.snapkeeper.cli.figure.Pen;
import io.snapkeeper.simulation.run.PolicyName;
import java.util.Collection;

/** How each policy looks in every picture. */
final class PolicyLook {

  // Three of the colours by Okabe and Ito, which people of any colour vision tell apart.
  private static final Look STOCK = new Look(0xD55E00, Form.SQUARE);
  private static final Look PR1191 = new Look(0x0072B2, Form.TRIANGLE);
  private static final Look SNAPKEEPER = new Look(0x009E73, Form.CIRCLE);

  private static final Lettering LABEL = Lettering.of(12, Palette.TEXT, Anchor.START);

  private PolicyLook() {}

  static Look of(PolicyName policy) {
    return switch (policy) {
      case STOCK -> STOCK;
      case PR1191 -> PR1191;
      case SNAPKEEPER -> SNAPKEEPER;
    };
  }

  static String nameOf(PolicyName policy) {
    return switch (policy) {
      case STOCK -> "stock";
      case PR1191 -> "pull request 1191";
      case SNAPKEEPER -> "Snapkeeper";
    };
  }

  /**
   * Draws the legend of some policies on one line.
   *
   * @param y of the base line
   * @return where it ends
   */
  static double legend(Canvas canvas, double x, double y, Collection<PolicyName> policies) {
    double at = x;
    for (PolicyName policy : policies) {
      Look look = of(policy);
      canvas.line(at, y - 4, at + 24, y - 4, Pen.solid(look.colour(), 1.8));
      look.mark(canvas, at + 12, y - 4);
      canvas.text(at + 30, y, nameOf(policy), LABEL);
      at += 30 + LABEL.widthOf(nameOf(policy)) + 10;
    }
    return at;
  }
}
