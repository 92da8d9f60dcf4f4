package io.snapkeeper.testset;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * Inputs that a fuzzer has found or begins with: the files under {@code fuzz/NAME} of a module's
 * test resources, NAME being that of the class. CONTRIBUTING says how the fuzzer is run.
 */
public final class FuzzCorpus {

  private FuzzCorpus() {}

  /** Calls a fuzzer's entry point with each of its files; a failure names the file. */
  public static void replay(Class<?> fuzzer, Consumer<byte[]> entry) {
    String name = "/fuzz/" + fuzzer.getSimpleName();
    URL directory = fuzzer.getResource(name);
    if (directory == null) {
      throw new AssertionError("no test resources in " + name);
    }
    try (Stream<Path> files = Files.list(Path.of(directory.toURI()))) {
      List<Path> inputs = files.sorted().toList();
      if (inputs.isEmpty()) {
        throw new AssertionError("no inputs in " + name);
      }
      for (Path input : inputs) {
        byte[] bytes = Files.readAllBytes(input);
        try {
          entry.accept(bytes);
        } catch (AssertionError | RuntimeException e) {
          throw new AssertionError(input + ": " + e, e);
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (URISyntaxException e) {
      throw new AssertionError(e);
    }
  }
}
