package io.snapkeeper.containers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The log writer, compiled so that it stops itself right before a write, after all that it checks,
 * while there is a file of its own name with {@code .stops} behind it.
 */
final class StoppingWriter {

  private static final Duration COMPILATION = Duration.ofMinutes(2);

  private StoppingWriter() {}

  /** Compiles it, statically; a test that needs it is not run where there is no C compiler. */
  static Path compileIn(Path directory) throws IOException, InterruptedException {
    assumeTrue(
        Command.run(COMPILATION, Map.of(), List.of("cc", "--version")).succeeded(),
        "no C compiler (packages gcc and libc6-dev)");
    Path module = Path.of(System.getProperty("snapkeeper.repo")).resolve("wal-writer");
    Path sources = module.resolve("src/main/c");
    Path program = directory.resolve("stopping-writer");
    List<String> command =
        new ArrayList<>(
            List.of("cc", "-std=c11", "-O2", "-pthread", "-static", "-Wl,--wrap=pwritev"));
    command.addAll(List.of("-I" + sources, "-o", program.toString()));
    command.add(module.resolve("src/test/c/stopping_writer.c").toString());
    try (Stream<Path> files = Files.list(sources)) {
      files.map(Path::toString).filter(file -> file.endsWith(".c")).sorted().forEach(command::add);
    }
    Command.Result result = Command.run(COMPILATION, Map.of(), command);
    assertThat(result.succeeded()).as(result.output()).isTrue();
    return program;
  }
}
