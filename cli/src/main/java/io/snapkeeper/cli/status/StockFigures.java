package io.snapkeeper.cli.status;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * What a stock server's AdminServer says of its snapshots and its log.
 *
 * @param backlogTxns transactions since its last snapshot
 * @param fsyncMeanMillis mean time of a log commit since its start
 * @param snapshotZxid of its last snapshot: as it changes, one has been taken
 */
public record StockFigures(
    OptionalLong backlogTxns, OptionalDouble fsyncMeanMillis, OptionalLong snapshotZxid) {

  public static final StockFigures UNKNOWN =
      new StockFigures(OptionalLong.empty(), OptionalDouble.empty(), OptionalLong.empty());

  private static final long COUNTER_MASK = 0xffff_ffffL;

  /**
   * @param zxidText the last one processed, as {@code srvr} prints it ("0x100000017"); may be null
   * @param lastSnapshot answer of the command {@code last_snapshot}
   * @param monitor answer of the command {@code monitor}
   */
  static StockFigures of(String zxidText, JsonNode lastSnapshot, JsonNode monitor) {
    JsonNode mean = monitor.path("avg_fsynctime");
    OptionalLong snapshot = zxid(lastSnapshot.path("zxid").asText(""));
    return new StockFigures(
        since(snapshot, zxid(zxidText)),
        mean.isNumber() ? OptionalDouble.of(mean.asDouble()) : OptionalDouble.empty(),
        snapshot);
  }

  private static OptionalLong since(OptionalLong snapshot, OptionalLong last) {
    if (snapshot.isEmpty() || last.isEmpty() || snapshot.getAsLong() == -1) {
      return OptionalLong.empty();
    }
    long counter = last.getAsLong() & COUNTER_MASK;
    // A zxid's upper half is the epoch, and each epoch counts anew.
    boolean sameEpoch = last.getAsLong() >>> 32 == snapshot.getAsLong() >>> 32;
    return OptionalLong.of(
        Math.max(0, sameEpoch ? counter - (snapshot.getAsLong() & COUNTER_MASK) : counter));
  }

  private static OptionalLong zxid(String hexadecimal) {
    if (hexadecimal == null || hexadecimal.isEmpty()) {
      return OptionalLong.empty();
    }
    try {
      return OptionalLong.of(
          Long.parseUnsignedLong(
              hexadecimal.startsWith("0x") ? hexadecimal.substring(2) : hexadecimal, 16));
    } catch (NumberFormatException e) {
      return OptionalLong.empty();
    }
  }
}
