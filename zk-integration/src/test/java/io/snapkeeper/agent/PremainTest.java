package io.snapkeeper.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PremainTest {

  private static final String JAVA_VERSION = "java.specification.version";

  @ParameterizedTest
  @CsvSource({"1.8, 8", "1.7, 7", "9, 9", "11, 11", "17, 17", "25, 25", "17.0.9, 17", "unknown, 0"})
  void readsTheFeatureReleaseOfAJvm(String specificationVersion, int major) {
    assertThat(Premain.major(specificationVersion)).isEqualTo(major);
  }

  @ParameterizedTest
  @ValueSource(strings = {"1.8", "11", "16"})
  void anOldJvmIsToldInOneLineAndNothingIsInstalled(String version) {
    String running = System.getProperty(JAVA_VERSION);
    System.setProperty(JAVA_VERSION, version);
    try {
      // without instrumentation an attempt to install would be a second kind of message
      assertThat(stderrOfPremain())
          .isEqualTo(
              "snapkeeper: this JVM is Java "
                  + version
                  + "; the plugin needs Java 17 or newer. The server starts without it.\n");
    } finally {
      System.setProperty(JAVA_VERSION, running);
    }
  }

  @Test
  void whateverGoesWrongIsOneLineAndTheServerStarts() {
    assertThat(stderrOfPremain())
        .startsWith("snapkeeper: not installed, the server starts without the plugin: ")
        .containsOnlyOnce("\n");
  }

  /** Runs premain without instrumentation; what it writes to stdout fails the test. */
  private static String stderrOfPremain() {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    PrintStream formerOut = System.out;
    PrintStream formerErr = System.err;
    System.setOut(new PrintStream(out, true, StandardCharsets.UTF_8));
    System.setErr(new PrintStream(err, true, StandardCharsets.UTF_8));
    try {
      Premain.premain(null, null);
    } finally {
      System.setOut(formerOut);
      System.setErr(formerErr);
    }
    assertThat(out.toString(StandardCharsets.UTF_8)).isEmpty();
    return err.toString(StandardCharsets.UTF_8);
  }
}
