package io.snapkeeper.cli.simulate;

import io.snapkeeper.simulation.run.FaultLevel;
import java.util.Locale;

/** A level of faults, in lower case as it is written on a command line. */
final class FaultLevelConverter extends WordConverter<FaultLevel> {

  FaultLevelConverter() {
    super(FaultLevel.values(), level -> level.name().toLowerCase(Locale.ROOT));
  }
}
