package io.snapkeeper.benchmarks.ensemble;

/** What writes take in a log. */
public final class LoggedWrites {

  /** Of a write: its header, path and checksum. */
  private static final int BESIDE_DATA_BYTES = 150;

  private LoggedWrites() {}

  /** An estimate, for the size of disks. */
  public static double mebibytes(double writes, int payloadBytes) {
    return writes * (payloadBytes + BESIDE_DATA_BYTES) / (1 << 20);
  }
}
