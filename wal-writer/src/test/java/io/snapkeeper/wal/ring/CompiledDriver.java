package io.snapkeeper.wal.ring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.snapkeeper.wal.OnPath;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * A program of {@code src/test/c}, compiled together with some of the writer's sources, as the
 * build compiles them.
 */
public final class CompiledDriver {

  /** Tests of other modules run beside it. */
  private static final Path MODULE = Path.of("").toAbsolutePath().resolveSibling("wal-writer");

  private static final Path DRIVERS = MODULE.resolve("src/test/c");
  private static final Path SOURCES = MODULE.resolve("src/main/c");

  /** Those of {@code build.sh}. */
  private static final List<String> FLAGS =
      List.of(
          "-std=c11",
          "-O2",
          "-Wall",
          "-Wextra",
          "-Wconversion",
          "-Werror",
          "-fstack-protector-strong",
          "-pthread",
          "-static");

  private static final long ENDS_SECONDS = 180;

  /** A processor that qemu stands for. */
  enum Emulated {
    AARCH64("aarch64", "cortex-a53", "gcc-aarch64-linux-gnu libc6-dev-arm64-cross"),
    X86_64_WITHOUT_SSE42("x86_64", "Conroe", "gcc-x86-64-linux-gnu libc6-dev-amd64-cross");

    private final String machine;
    private final String processor;
    private final String compilerPackages;

    Emulated(String machine, String processor, String compilerPackages) {
      this.machine = machine;
      this.processor = processor;
      this.compilerPackages = compilerPackages;
    }

    private Path compiler() {
      return OnPath.require(compilerPackages, machine + "-linux-gnu-gcc");
    }

    private List<String> emulator() {
      String qemu = "qemu-" + machine;
      return List.of(
          OnPath.require("qemu-user", qemu, qemu + "-static").toString(), "-cpu", processor);
    }
  }

  private final Path directory;
  private final List<String> command;

  private CompiledDriver(Path directory, List<String> command) {
    this.directory = directory;
    this.command = command;
  }

  /**
   * For this machine; a test that needs it is not run where there is no C compiler.
   *
   * @param driver in {@code src/test/c}
   * @param sources in {@code src/main/c}
   */
  public static CompiledDriver of(String driver, String... sources) throws Exception {
    return compile(OnPath.require("gcc libc6-dev", "cc"), List.of(), List.of(), driver, sources);
  }

  /** All of the writer, for {@link #wrapping}. */
  public static String[] writersSources() throws IOException {
    try (Stream<Path> files = Files.list(SOURCES)) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(name -> name.endsWith(".c"))
          .sorted()
          .toArray(String[]::new);
    }
  }

  /** All of the C library that a server links, but its header. */
  public static String[] librarysSources() {
    return new String[] {
      "client/client.c", "client/writer.c", "crc32c.c", "file_system.c", "mounts.c", "owner.c"
    };
  }

  /**
   * As {@link #of}, with the driver's {@code __wrap_} function in the place of each of these.
   *
   * @param functions of the system, which the driver calls by {@code __real_} names
   */
  public static CompiledDriver wrapping(List<String> functions, String driver, String... sources)
      throws Exception {
    List<String> wraps = functions.stream().map(name -> "-Wl,--wrap=" + name).toList();
    return compile(OnPath.require("gcc libc6-dev", "cc"), List.of(), wraps, driver, sources);
  }

  /**
   * As {@link #of}, for another processor; not run where qemu or the compiler for it is missing.
   */
  static CompiledDriver emulated(Emulated processor, String driver, String... sources)
      throws Exception {
    return compile(processor.compiler(), processor.emulator(), List.of(), driver, sources);
  }

  private static CompiledDriver compile(
      Path compiler, List<String> emulator, List<String> more, String driver, String... sources)
      throws Exception {
    assumeTrue(System.getProperty("os.name").equals("Linux"), "the log writer needs Linux");
    Path directory = Files.createTempDirectory("snapkeeper-driver-");
    directory.toFile().deleteOnExit();
    Path program = directory.resolve("driver");
    program.toFile().deleteOnExit();
    List<String> compilation = new ArrayList<>(List.of(compiler.toString()));
    compilation.addAll(FLAGS);
    compilation.addAll(more);
    compilation.addAll(List.of("-I" + SOURCES, "-o", program.toString()));
    compilation.add(DRIVERS.resolve(driver).toString());
    Stream.of(sources).map(source -> SOURCES.resolve(source).toString()).forEach(compilation::add);
    run(directory, compilation, new byte[0]);
    List<String> command = new ArrayList<>(emulator);
    command.add(program.toString());
    return new CompiledDriver(directory, command);
  }

  /** For this machine: where it is. */
  public Path program() {
    return directory.resolve("driver");
  }

  /**
   * Runs it to its end, which has to be a success.
   *
   * @param input its standard input
   * @return the lines of its standard output
   */
  public List<String> run(byte[] input, String... arguments)
      throws IOException, InterruptedException {
    List<String> all = new ArrayList<>(command);
    all.addAll(List.of(arguments));
    return run(directory, all, input);
  }

  private static List<String> run(Path directory, List<String> command, byte[] input)
      throws IOException, InterruptedException {
    // Files: with pipes, each side could wait for the other one.
    Path in = Files.createTempFile(directory, "in", "");
    Path out = Files.createTempFile(directory, "out", "");
    Path errors = Files.createTempFile(directory, "errors", "");
    try {
      Files.write(in, input);
      Process process =
          new ProcessBuilder(command)
              .redirectInput(in.toFile())
              .redirectOutput(out.toFile())
              .redirectError(errors.toFile())
              .start();
      try {
        assertThat(process.waitFor(ENDS_SECONDS, TimeUnit.SECONDS)).as("%s ends", command).isTrue();
      } finally {
        process.destroyForcibly();
      }
      assertThat(process.exitValue()).as("%s: %s", command, Files.readString(errors)).isZero();
      return Files.readAllLines(out);
    } finally {
      for (Path file : List.of(in, out, errors)) {
        Files.delete(file);
      }
    }
  }
}
