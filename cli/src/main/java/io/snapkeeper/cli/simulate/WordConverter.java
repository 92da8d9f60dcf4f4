package io.snapkeeper.cli.simulate;

import java.util.Arrays;
import java.util.function.Function;
import java.util.stream.Collectors;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** One of several values, each by the word that stands for it on a command line. */
abstract class WordConverter<T> implements ITypeConverter<T> {

  private final T[] values;
  private final Function<T, String> word;

  WordConverter(T[] values, Function<T, String> word) {
    this.values = values;
    this.word = word;
  }

  @Override
  public final T convert(String value) {
    return Arrays.stream(values)
        .filter(each -> word.apply(each).equalsIgnoreCase(value))
        .findFirst()
        .orElseThrow(
            () ->
                new TypeConversionException(
                    "'"
                        + value
                        + "' is not one of "
                        + Arrays.stream(values).map(word).collect(Collectors.joining(", "))));
  }
}
