package io.snapkeeper.metrics.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PasswordFileTest {

  /** PBKDF2 of "secret" with one iteration and the salt "salt", as OpenSSL computes it. */
  private static final String KNOWN =
      "u:pbkdf2-sha256:1:c2FsdA==:ON9CizCTCOSMNofn+QvaDpzyU1aMIex1Sg4HarSrZCM=";

  @TempDir Path directory;

  @Test
  void eachUserHasAPassword() throws IOException {
    PasswordFile passwords =
        read(PasswordLine.of("one", "first") + "\n" + PasswordLine.of("two", "sécond") + "\n");
    assertThat(passwords.allows("one", "first")).isTrue();
    assertThat(passwords.allows("one", "first")).as("recognised").isTrue();
    assertThat(passwords.allows("two", "sécond")).isTrue();
    assertThat(passwords.allows("one", "sécond")).isFalse();
    assertThat(passwords.allows("two", "")).isFalse();
    assertThat(passwords.allows("three", "first")).isFalse();
    assertThat(passwords.allows("one", "x".repeat(100_000))).isFalse();
  }

  @Test
  void aPasswordHasADifferentHashEachTime() {
    assertThat(PasswordLine.of("one", "same")).isNotEqualTo(PasswordLine.of("one", "same"));
  }

  @Test
  void hashesAreStandardPbkdf2() throws IOException {
    assertThat(read(KNOWN).allows("u", "secret")).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "user",
        ":pbkdf2-sha256:1:c2FsdA==:c2FsdA==",
        "user:plain",
        "user:md5:1:c2FsdA==:c2FsdA==",
        "user:pbkdf2-sha256:0:c2FsdA==:ON9CizCTCOSMNofn+QvaDpzyU1aMIex1Sg4HarSrZCM=",
        "user:pbkdf2-sha256:many:c2FsdA==:ON9CizCTCOSMNofn+QvaDpzyU1aMIex1Sg4HarSrZCM=",
        "user:pbkdf2-sha256:1:c2FsdA==:c2FsdA==",
        "user:pbkdf2-sha256:1:!:ON9CizCTCOSMNofn+QvaDpzyU1aMIex1Sg4HarSrZCM=",
        "user:pbkdf2-sha256:1::ON9CizCTCOSMNofn+QvaDpzyU1aMIex1Sg4HarSrZCM=",
      })
  void aWrongLineIsNamedByItsNumber(String line) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> read("# first\n" + line + "\n"))
        .withMessageContaining("line 2: ");
  }

  @Test
  void aFileWithoutUsersIsRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> read("# nobody\n"))
        .withMessageContaining("no user");
    assertThatThrownBy(() -> PasswordFile.read(directory.resolve("missing")))
        .isInstanceOf(NoSuchFileException.class);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " ", "a:b", "#a"})
  void aUserHasAName(String user) {
    assertThatIllegalArgumentException().isThrownBy(() -> PasswordLine.of(user, "secret"));
  }

  @Test
  void aPasswordIsNotEmpty() {
    assertThatIllegalArgumentException().isThrownBy(() -> PasswordLine.of("user", ""));
    assertThatIllegalArgumentException().isThrownBy(() -> PasswordLine.of("user", null));
  }

  private PasswordFile read(String text) throws IOException {
    return PasswordFile.read(Files.writeString(directory.resolve("users"), text));
  }
}
