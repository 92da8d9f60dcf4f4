package io.snapkeeper.cli.simulate;

import io.snapkeeper.simulation.run.FaultLevel;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** A level of faults, in lower case as it is written on a command line. */
final class FaultLevelConverter implements ITypeConverter<FaultLevel> {

  @Override
  public FaultLevel convert(String value) {
    return Arrays.stream(FaultLevel.values())
        .filter(level -> level.name().equalsIgnoreCase(value))
        .findFirst()
        .orElseThrow(
            () ->
                new TypeConversionException(
                    "'"
                        + value
                        + "' is not one of "
                        + Arrays.stream(FaultLevel.values())
                            .map(level -> level.name().toLowerCase(Locale.ROOT))
                            .collect(Collectors.joining(", "))));
  }
}
