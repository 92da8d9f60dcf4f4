package io.snapkeeper.metrics.http;

import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Base64;
import javax.crypto.SecretKeyFactory;
import javax.crypto.spec.PBEKeySpec;

/**
 * A salted PBKDF2 hash of a password, as text {@code pbkdf2-sha256:ITERATIONS:SALT:HASH} with salt
 * and hash in base64.
 */
@SuppressWarnings("ArrayRecordComponent") // never compared nor handed out
record PasswordHash(int iterations, byte[] salt, byte[] hash) {

  private static final String SCHEME = "pbkdf2-sha256";

  /** OWASP's recommendation for PBKDF2 with HMAC-SHA-256. */
  private static final int ITERATIONS = 600_000;

  /** A line with more would keep a core busy for a minute. */
  private static final int ITERATIONS_MAX = 10_000_000;

  private static final int SALT_BYTES = 16;
  private static final int HASH_BYTES = 32;

  static PasswordHash of(char[] password) {
    byte[] salt = new byte[SALT_BYTES];
    new SecureRandom().nextBytes(salt);
    return new PasswordHash(ITERATIONS, salt, derive(password, ITERATIONS, salt));
  }

  /**
   * @throws IllegalArgumentException if the text is none
   */
  static PasswordHash parse(String text) {
    String[] parts = text.split(":", -1);
    if (parts.length != 4 || !parts[0].equals(SCHEME)) {
      throw new IllegalArgumentException("expected " + SCHEME + ":ITERATIONS:SALT:HASH");
    }
    int iterations = Integer.parseInt(parts[1]);
    byte[] salt = Base64.getDecoder().decode(parts[2]);
    byte[] hash = Base64.getDecoder().decode(parts[3]);
    if (iterations < 1 || iterations > ITERATIONS_MAX || salt.length == 0) {
      throw new IllegalArgumentException(
          "expected 1 to " + ITERATIONS_MAX + " iterations and a salt");
    }
    if (hash.length != HASH_BYTES) {
      throw new IllegalArgumentException("expected a hash of " + HASH_BYTES + " bytes");
    }
    return new PasswordHash(iterations, salt, hash);
  }

  /** Takes as long as the hash demands, a few tenths of a second by default. */
  boolean matches(char[] password) {
    return MessageDigest.isEqual(hash, derive(password, iterations, salt));
  }

  private static byte[] derive(char[] password, int iterations, byte[] salt) {
    PBEKeySpec spec = new PBEKeySpec(password, salt, iterations, HASH_BYTES * Byte.SIZE);
    try {
      return SecretKeyFactory.getInstance("PBKDF2WithHmacSHA256").generateSecret(spec).getEncoded();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("this JVM has no PBKDF2", e);
    } finally {
      spec.clearPassword();
    }
  }

  @Override
  public String toString() {
    Base64.Encoder base64 = Base64.getEncoder();
    return String.join(
        ":",
        SCHEME,
        Integer.toString(iterations),
        base64.encodeToString(salt),
        base64.encodeToString(hash));
  }
}
