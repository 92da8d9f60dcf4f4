package io.snapkeeper.history.client;

import java.util.Optional;

/**
 * How the znodes of {@link UniqueWrites} are called: {@code
 * ROOT/CLIENT-BUCKET/w-CLIENT-NUMBER-SEQUENCE}. The last part is the server's.
 */
final class UniqueNames {

  /** A list of so many names fits into one answer many times over. */
  static final int WRITES_PER_BUCKET = 1_000;

  private static final int SEQUENCE_DIGITS = 10;

  /**
   * One znode.
   *
   * @param client whose write it is, from 0
   * @param number of the write among those of its client, from 0
   * @param sequence that the server has appended
   */
  record Name(int client, int number, int sequence) {}

  private UniqueNames() {}

  static int buckets(int writesOfAClient) {
    return (writesOfAClient + WRITES_PER_BUCKET - 1) / WRITES_PER_BUCKET;
  }

  static String bucket(String root, int client, int bucket) {
    return "%s/%d-%d".formatted(root, client, bucket);
  }

  /** To be created with a sequence. */
  static String path(String root, int client, int number) {
    return bucket(root, client, number / WRITES_PER_BUCKET) + "/w-" + client + "-" + number + "-";
  }

  static int sequence(String path) {
    return Integer.parseInt(path.substring(path.length() - SEQUENCE_DIGITS));
  }

  /** Empty if it is none of these names. */
  static Optional<Name> parse(String name) {
    String[] parts = name.split("-", -1);
    if (parts.length != 4 || !parts[0].equals("w")) {
      return Optional.empty();
    }
    try {
      return Optional.of(
          new Name(
              Integer.parseInt(parts[1]), Integer.parseInt(parts[2]), Integer.parseInt(parts[3])));
    } catch (NumberFormatException e) {
      return Optional.empty();
    }
  }
}
