package io.snapkeeper.zk.log;

import java.util.Properties;

/**
 * What ZooKeeper's own configuration says of the log.
 *
 * @param warningMillis a commit that takes longer is warned of
 * @param sizeBytes a file larger than this is followed by a new one; 0 or less: no limit
 */
public record TxnLogLimits(long warningMillis, long sizeBytes) {

  private static final long BYTES_PER_KILOBYTE = 1024;

  /** By the system properties that {@code FileTxnLog} reads. */
  public static TxnLogLimits of(Properties properties) {
    return new TxnLogLimits(
        number(
            properties,
            "zookeeper.fsync.warningthresholdms",
            number(properties, "fsync.warningthresholdms", 1_000)),
        number(properties, "zookeeper.txnLogSizeLimitInKb", -1) * BYTES_PER_KILOBYTE);
  }

  // As Long.getLong: what is no number counts as absent.
  private static long number(Properties properties, String key, long otherwise) {
    String value = properties.getProperty(key);
    if (value == null) {
      return otherwise;
    }
    try {
      return Long.decode(value);
    } catch (NumberFormatException e) {
      return otherwise;
    }
  }
}
