package io.snapkeeper.metrics.http;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Who may scrape, from a file with a line {@code USER:HASH} for each user; {@link PasswordLine}
 * makes such lines. Thread-safe.
 *
 * <p>A hash is slow on purpose, and a server is scraped every few seconds: what was right once is
 * kept as a keyed digest and recognised at once. Other passwords are checked one at a time, so that
 * guessing never takes more than one core.
 */
public final class PasswordFile {

  private static final String MAC = "HmacSHA256";

  /** A longer one is no password, and would be hashed all the same. */
  private static final int PASSWORD_CHARS_MAX = 1_024;

  private final Map<String, PasswordHash> hashes;
  private final Map<String, byte[]> recognised = new ConcurrentHashMap<>();
  private final SecretKeySpec key;

  private PasswordFile(Map<String, PasswordHash> hashes) {
    this.hashes = Map.copyOf(hashes);
    byte[] secret = new byte[32];
    new SecureRandom().nextBytes(secret);
    this.key = new SecretKeySpec(secret, MAC);
  }

  /**
   * Reads the file. Empty lines, and lines that begin with #, are skipped.
   *
   * @throws IOException if it cannot be read
   * @throws IllegalArgumentException if a line is wrong, with its number, or there is no user
   */
  public static PasswordFile read(Path file) throws IOException {
    Map<String, PasswordHash> hashes = new HashMap<>();
    int number = 0;
    for (String line : Files.readAllLines(file)) {
      number++;
      String stripped = line.strip();
      if (stripped.isEmpty() || stripped.startsWith("#")) {
        continue;
      }
      int colon = stripped.indexOf(':');
      if (colon <= 0) {
        throw new IllegalArgumentException("line " + number + ": expected USER:HASH");
      }
      try {
        hashes.put(stripped.substring(0, colon), PasswordHash.parse(stripped.substring(colon + 1)));
      } catch (IllegalArgumentException e) {
        throw new IllegalArgumentException("line " + number + ": " + e.getMessage(), e);
      }
    }
    if (hashes.isEmpty()) {
      throw new IllegalArgumentException("no user in " + file);
    }
    return new PasswordFile(hashes);
  }

  /** Whether this user has this password. */
  boolean allows(String user, String password) {
    PasswordHash hash = hashes.get(user);
    if (hash == null || password.length() > PASSWORD_CHARS_MAX) {
      return false;
    }
    byte[] digest = digest(password);
    byte[] known = recognised.get(user);
    if (known != null && MessageDigest.isEqual(known, digest)) {
      return true;
    }
    return check(user, hash, password, digest);
  }

  private synchronized boolean check(
      String user, PasswordHash hash, String password, byte[] digest) {
    boolean matches = hash.matches(password.toCharArray());
    if (matches) {
      recognised.put(user, digest);
    }
    return matches;
  }

  private byte[] digest(String password) {
    try {
      Mac mac = Mac.getInstance(MAC);
      mac.init(key);
      return mac.doFinal(password.getBytes(StandardCharsets.UTF_8));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("this JVM has no " + MAC, e);
    }
  }
}
