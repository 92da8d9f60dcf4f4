package io.snapkeeper.cli.simulate;

import io.snapkeeper.cli.ByteSize;
import io.snapkeeper.simulation.run.Conditions;
import io.snapkeeper.simulation.run.SimulationSpec;
import java.util.Locale;

/** What was simulated, in words. */
final class SpecText {

  private SpecText() {}

  /** The ensemble: its servers and its tree. */
  static String ensemble(SimulationSpec spec) {
    String observers =
        switch (spec.observers()) {
          case 0 -> "";
          case 1 -> " and 1 observer";
          default -> " and " + spec.observers() + " observers";
        };
    return spec.voters()
        + (spec.voters() == 1 ? " voter" : " voters")
        + observers
        + ", a tree of "
        + new ByteSize(spec.treeBytes());
  }

  /** What all ensembles of a grid have in common. */
  static String load(SimulationSpec spec) {
    return String.format(
        Locale.ROOT,
        "%s writes/s of %,d bytes, disks of %s MB/s, snapCount %,d, %s h, faults: %s, seed %d%s",
        Figures.plain(spec.writesPerSecond()),
        spec.txnBytes(),
        Figures.plain(spec.diskBytesPerSecond() / 1e6),
        spec.snapCount(),
        Figures.plain(spec.hours()),
        spec.faults().name().toLowerCase(Locale.ROOT),
        spec.seed(),
        conditions(spec.conditions()));
  }

  /** What is not as in an ensemble of equal servers, as its options; empty if all is. */
  private static String conditions(Conditions conditions) {
    return conditions.options().replace(" --", ", ").replace("-", " ");
  }
}
