package io.snapkeeper.cli.simulate;

import io.snapkeeper.simulation.run.PolicyName;
import java.util.Arrays;
import java.util.stream.Collectors;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** A policy by its key. */
final class PolicyConverter implements ITypeConverter<PolicyName> {

  @Override
  public PolicyName convert(String value) {
    return Arrays.stream(PolicyName.values())
        .filter(policy -> policy.key().equalsIgnoreCase(value))
        .findFirst()
        .orElseThrow(
            () ->
                new TypeConversionException(
                    "'"
                        + value
                        + "' is not one of "
                        + Arrays.stream(PolicyName.values())
                            .map(PolicyName::key)
                            .collect(Collectors.joining(", "))));
  }
}
