package io.snapkeeper.zk.config;

import static org.assertj.core.api.Assertions.assertThat;

import io.snapkeeper.testset.FuzzCorpus;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Properties;
import org.junit.jupiter.api.Test;

/**
 * Any lines KEY=VALUE are a configuration, or are refused with the key, in words. A number instead
 * of a key is one of the plugin's own.
 */
public class ConfigReaderFuzzTest {

  /** Files of the machine are not for a fuzzer to read. */
  private static final String NOWHERE = "/nonexistent";

  @Test
  void whatWasFoundIsReadOrRefused() {
    FuzzCorpus.replay(ConfigReaderFuzzTest.class, ConfigReaderFuzzTest::fuzzerTestOneInput);
  }

  /** The fuzzer's entry. */
  public static void fuzzerTestOneInput(byte[] input) {
    Properties properties = new Properties();
    for (String line : new String(input, StandardCharsets.UTF_8).split("\n", -1)) {
      int equals = line.indexOf('=');
      if (equals > 0) {
        String value = line.substring(equals + 1);
        boolean isFile = value.strip().startsWith("/");
        properties.setProperty(key(line.substring(0, equals)), isFile ? NOWHERE + value : value);
      }
    }
    ConfigReader reader = new ConfigReader(properties);
    assertThat(reader.unknownKeys()).allSatisfy(warning -> assertThat(warning).isNotBlank());
    try {
      reader.enabled();
      reader.untestedVersions();
      reader.read();
    } catch (IllegalArgumentException e) {
      List<String> keys = List.copyOf(properties.stringPropertyNames());
      assertThat(keys)
          .as("the key in: " + e.getMessage())
          .anyMatch(
              key ->
                  e.getMessage().contains(key.startsWith("zookeeper.") ? key.substring(10) : key)
                      || e.getMessage().startsWith("snapkeeper.metrics.tls."));
    }
  }

  private static String key(String text) {
    try {
      return List.of(ConfigKey.values()).get(Integer.parseInt(text)).key();
    } catch (NumberFormatException | IndexOutOfBoundsException e) {
      return text;
    }
  }
}
