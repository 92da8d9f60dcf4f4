package io.snapkeeper.metrics.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ServerKeyTest {

  @TempDir Path directory;

  @Test
  void theFirstLineIsThePassword() throws Exception {
    Path keystore = TestKeystore.make(directory);
    Path right = file("right", TestKeystore.PASSWORD + "\nsecond line\n");
    assertThat(ServerKey.read(keystore, right)).isNotNull();
  }

  @Test
  void aWrongPasswordIsRefused() throws Exception {
    Path keystore = TestKeystore.make(directory);
    for (String wrong : new String[] {"", "wrong\n"}) {
      assertThatThrownBy(() -> ServerKey.read(keystore, file("wrong", wrong)))
          .as(wrong)
          .isInstanceOfAny(IOException.class, java.security.GeneralSecurityException.class);
    }
  }

  @Test
  void aFileThatIsMissingOrNoKeystoreIsRefused() throws Exception {
    Path password = file("password", TestKeystore.PASSWORD);
    assertThatThrownBy(() -> ServerKey.read(directory.resolve("missing"), password))
        .isInstanceOf(NoSuchFileException.class);
    assertThatThrownBy(() -> ServerKey.read(password, password)).isInstanceOf(IOException.class);
  }

  private Path file(String name, String text) throws IOException {
    return Files.writeString(directory.resolve(name), text);
  }
}
