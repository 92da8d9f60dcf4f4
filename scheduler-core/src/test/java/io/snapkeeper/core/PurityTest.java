package io.snapkeeper.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * The core is a pure function of its events. A class file names every class and method it uses in
 * its constant pool, so the names that would make it impure must not occur in any of them.
 */
class PurityTest {

  private static final List<String> FORBIDDEN =
      List.of(
          "java/io/",
          "java/nio/",
          "java/net/",
          "java/lang/Thread",
          "java/lang/Process",
          "java/lang/Runtime",
          "java/util/concurrent/",
          "java/util/Timer",
          "java/util/Date",
          "java/util/Calendar",
          "java/util/UUID",
          "java/time/",
          "java/util/Random",
          "java/util/random/RandomGenerator",
          "java/security/",
          "currentTimeMillis",
          "nanoTime",
          "identityHashCode",
          "getenv",
          "getProperty",
          "java/util/logging/",
          "org/slf4j/",
          "org/apache/",
          "java/lang/reflect/");

  @Test
  void noInputOutputThreadsClocksRandomnessOrLogging() throws Exception {
    Path classes = Path.of(Seeds.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    Path production = classes.resolveSibling("classes");
    List<String> found = new ArrayList<>();
    List<Path> files;
    try (Stream<Path> walk = Files.walk(production)) {
      files = walk.filter(path -> path.toString().endsWith(".class")).toList();
    }
    assertThat(files).as("compiled classes").hasSizeGreaterThan(30);
    for (Path file : files) {
      for (String name : forbiddenIn(Files.readAllBytes(file))) {
        found.add(production.relativize(file) + " uses " + name);
      }
    }
    assertThat(found).isEmpty();
  }

  /** The scan itself: this class uses files, and is found out. */
  @Test
  void impureClassesAreFound() throws IOException {
    URL self = PurityTest.class.getResource("PurityTest.class");
    try (InputStream in = self.openStream()) {
      assertThat(forbiddenIn(in.readAllBytes())).contains("java/io/", "java/nio/", "java/net/");
    }
  }

  private static List<String> forbiddenIn(byte[] classFile) {
    // One char per byte: the names looked for are ASCII and stand in the constant pool as they are.
    String text = new String(classFile, StandardCharsets.ISO_8859_1);
    List<String> names = new ArrayList<>();
    for (String name : FORBIDDEN) {
      // Strings in switches and concatenations bring these in; they do nothing.
      if (text.replace("java/lang/invoke/", "").contains(name)) {
        names.add(name);
      }
    }
    return names;
  }
}
