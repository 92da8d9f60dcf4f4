package io.snapkeeper.zk.log;

/**
 * What ZooKeeper's own configuration says of the log.
 *
 * @param warningMillis a commit that takes longer is warned of
 * @param sizeBytes a file larger than this is followed by a new one; 0 or less: no limit
 */
public record TxnLogLimits(long warningMillis, long sizeBytes) {

  private static final long BYTES_PER_KILOBYTE = 1024;

  /** By the system properties that {@code FileTxnLog} reads; what is no number counts as absent. */
  public static TxnLogLimits ofSystemProperties() {
    return new TxnLogLimits(
        Long.getLong(
            "zookeeper.fsync.warningthresholdms", Long.getLong("fsync.warningthresholdms", 1_000)),
        Long.getLong("zookeeper.txnLogSizeLimitInKb", -1) * BYTES_PER_KILOBYTE);
  }
}
