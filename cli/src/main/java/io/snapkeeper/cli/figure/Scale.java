package io.snapkeeper.cli.figure;

import java.util.List;

/** Where the values of an axis are: 0 at its lower end, 1 at its upper. */
public interface Scale {

  /**
   * @param value finite and not negative
   */
  double position(double value);

  List<Tick> ticks();

  /**
   * A marked value of an axis.
   *
   * @param label empty where only a line is drawn
   */
  record Tick(double position, String label) {}
}
