package io.snapkeeper.metrics.http;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.Arrays;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;

/** Reads the key with which the endpoint identifies itself. */
public final class ServerKey {

  private ServerKey() {}

  /**
   * A TLS context with the key of a keystore.
   *
   * @param keystore in PKCS12 format
   * @param passwordFile holds its password in the first line
   * @throws IOException if a file cannot be read, or the password is wrong
   * @throws GeneralSecurityException if the keystore holds no usable key
   */
  public static SSLContext read(Path keystore, Path passwordFile)
      throws IOException, GeneralSecurityException {
    char[] password =
        Files.readString(passwordFile).lines().findFirst().orElse("").strip().toCharArray();
    try (InputStream in = Files.newInputStream(keystore)) {
      KeyStore store = KeyStore.getInstance("PKCS12");
      store.load(in, password);
      if (!store.aliases().hasMoreElements()) {
        throw new GeneralSecurityException("the keystore is empty");
      }
      KeyManagerFactory keys =
          KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
      keys.init(store, password);
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(keys.getKeyManagers(), null, null);
      return context;
    } finally {
      Arrays.fill(password, '\0');
    }
  }
}
