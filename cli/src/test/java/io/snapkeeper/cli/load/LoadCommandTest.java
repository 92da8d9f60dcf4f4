package io.snapkeeper.cli.load;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

class LoadCommandTest {

  private Exception thrown;

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--rate    | 0      | --rate is 0; it must be in 1..100000",
        "--rate    | 100001 | --rate is 100001; it must be in 1..100000",
        "--seconds | 0      | --seconds is 0; it must be in 1..86400",
        "--bytes   | 7B     | --bytes is 7; it must be in 8..65536",
        "--bytes   | 65KiB  | --bytes is 66560; it must be in 8..65536",
        "--tree    | 1TB    | --tree 1 TB of --bytes 1.02 KB are 976,562,500 nodes; at most"
            + " 10,000,000 are allowed"
      })
  void whatIsOutOfRangeIsNamed(String option, String value, String message) {
    run(option, value, "127.0.0.1:1");
    assertThat(thrown).hasMessage(message);
  }

  @Test
  void aServerIsNeeded() {
    assertThat(run()).isEqualTo(2);
  }

  private int run(String... arguments) {
    return new CommandLine(new LoadCommand())
        .setExecutionExceptionHandler(
            (exception, command, parsed) -> {
              thrown = exception;
              return 1;
            })
        .setParameterExceptionHandler((wrong, args) -> 2)
        .execute(arguments);
  }
}
