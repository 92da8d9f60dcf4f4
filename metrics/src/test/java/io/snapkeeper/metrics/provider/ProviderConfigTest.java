package io.snapkeeper.metrics.provider;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ProviderConfigTest {

  @Test
  void withoutKeysItListensOnLoopback() {
    ProviderConfig config = read();
    assertThat(config.endpoint().host()).isEqualTo("127.0.0.1");
    assertThat(config.endpoint().port()).isEqualTo(7_000);
    assertThat(config.endpoint().tls()).isEmpty();
    assertThat(config.endpoint().passwords()).isEmpty();
    assertThat(config.exportsJvm()).isTrue();
    assertThat(config.warnings()).isEmpty();
  }

  @Test
  void theKeysAreThoseOfZooKeepersOwnProvider() {
    ProviderConfig config =
        read("httpHost", "0.0.0.0", "httpPort", " 7070 ", "exportJvmInfo", "false");
    assertThat(config.endpoint().host()).isEqualTo("0.0.0.0");
    assertThat(config.endpoint().port()).isEqualTo(7_070);
    assertThat(config.exportsJvm()).isFalse();
    assertThat(config.warnings()).isEmpty();
  }

  @Test
  void whatHasNoEffectIsSaid() {
    assertThat(read("numWorkerThreads", "4", "httpport", "1").warnings())
        .containsExactly(
            "snapkeeper ignores the unknown key metricsProvider.httpport",
            "metricsProvider.numWorkerThreads has no effect: a summary has no queue and no"
                + " threads");
  }

  @ParameterizedTest
  @CsvSource({
    "httpPort, x, 'metricsProvider.httpPort is \"x\"; allowed: 0 to 65535'",
    "httpPort, 65536, '\"65536\"; allowed: 0 to 65535'",
    "httpPort, -1, '\"-1\"; allowed'",
    "httpHost, '', 'metricsProvider.httpHost is \"\"; allowed: a name or address'",
    "exportJvmInfo, yes, 'metricsProvider.exportJvmInfo is \"yes\"; allowed: true, false'",
    "httpsPort, 7443, 'metricsProvider.httpsPort is not supported; use"
        + " metricsProvider.tls.keystore'",
    "ssl.keyStore.location, /k, 'metricsProvider.ssl.keyStore.location is not supported'",
    "tls.keystore, /k, 'metricsProvider.tls.passwordFile is missing'",
    "tls.passwordFile, /k, 'metricsProvider.tls.keystore is missing'",
    "basicAuth.file, /no/such, 'metricsProvider.basicAuth.file is \"/no/such\"; allowed: a"
        + " readable file'",
  })
  void aWrongValueIsNamedWithItsKeyAndWhatIsAllowed(String key, String value, String message) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> read(key, value))
        .withMessageContaining(message);
  }

  private static ProviderConfig read(String... keysAndValues) {
    Properties properties = new Properties();
    for (int i = 0; i < keysAndValues.length; i += 2) {
      properties.setProperty(keysAndValues[i], keysAndValues[i + 1]);
    }
    return ProviderConfig.read(properties);
  }
}
