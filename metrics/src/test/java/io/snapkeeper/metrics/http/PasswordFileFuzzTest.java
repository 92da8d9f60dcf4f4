package io.snapkeeper.metrics.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.snapkeeper.testset.FuzzCorpus;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/**
 * Any file is one of passwords, of which each line reads back as itself, or is refused in words.
 */
public class PasswordFileFuzzTest {

  /** One file for all inputs: a fuzzer has a million of them. */
  private static final Path FILE = file();

  private static Path file() {
    try {
      Path made = Files.createTempFile("snapkeeper-passwords", "");
      made.toFile().deleteOnExit();
      return made;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void whatWasFoundIsReadOrRefused() {
    FuzzCorpus.replay(PasswordFileFuzzTest.class, PasswordFileFuzzTest::fuzzerTestOneInput);
  }

  /** The fuzzer's entry. */
  public static void fuzzerTestOneInput(byte[] input) {
    try {
      Files.write(FILE, input);
      PasswordFile passwords = PasswordFile.read(FILE);
      assertThat(passwords.allows("nobody who is in it", "")).isFalse();
    } catch (IllegalArgumentException e) {
      assertThat(e.getMessage()).matches("(?s)line [0-9]+: .+|no user in .+");
    } catch (CharacterCodingException e) {
      // No text: its caller names the file.
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    String text = new String(input, StandardCharsets.UTF_8);
    PasswordHash hash;
    try {
      hash = PasswordHash.parse(text);
    } catch (IllegalArgumentException e) {
      return;
    }
    assertThat(PasswordHash.parse(hash.toString()).toString()).isEqualTo(hash.toString());
  }
}
