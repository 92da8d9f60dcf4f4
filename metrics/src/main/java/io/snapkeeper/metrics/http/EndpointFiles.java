package io.snapkeeper.metrics.http;

import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.Optional;
import javax.net.ssl.SSLContext;

/**
 * Reads the files that protect an endpoint. Every method throws {@link IllegalArgumentException} if
 * one is missing or wrong, with its key and what is allowed.
 *
 * @param prefix of the keys that name the files, with its dot
 */
public record EndpointFiles(String prefix) {

  public static final String KEYSTORE = "tls.keystore";
  public static final String PASSWORD_FILE = "tls.passwordFile";
  public static final String BASIC_AUTH_FILE = "basicAuth.file";

  /** With the key of the keystore; empty if neither file is given. */
  public Optional<SSLContext> tls(Optional<String> keystore, Optional<String> passwordFile) {
    if (keystore.isEmpty() && passwordFile.isEmpty()) {
      return Optional.empty();
    }
    if (keystore.isEmpty() || passwordFile.isEmpty()) {
      throw new IllegalArgumentException(
          prefix
              + (keystore.isEmpty() ? KEYSTORE : PASSWORD_FILE)
              + " is missing; TLS needs a keystore and the file with its password");
    }
    try {
      return Optional.of(ServerKey.read(Path.of(keystore.get()), Path.of(passwordFile.get())));
    } catch (IOException | GeneralSecurityException e) {
      throw notReadable(
          KEYSTORE,
          keystore.get(),
          "a PKCS12 keystore with a key, whose password is the first line of " + passwordFile.get(),
          e);
    }
  }

  /** Who may scrape; empty if no file is given. */
  public Optional<PasswordFile> passwords(Optional<String> file) {
    return file.map(this::passwords);
  }

  private PasswordFile passwords(String file) {
    try {
      return PasswordFile.read(Path.of(file));
    } catch (IOException | IllegalArgumentException e) {
      throw notReadable(
          BASIC_AUTH_FILE, file, "a readable file with lines USER:HASH, see docs/metrics.md", e);
    }
  }

  private IllegalArgumentException notReadable(
      String key, String file, String allowed, Exception cause) {
    return new IllegalArgumentException(
        prefix + key + " is \"" + file + "\"; allowed: " + allowed + " (" + cause + ")", cause);
  }
}
