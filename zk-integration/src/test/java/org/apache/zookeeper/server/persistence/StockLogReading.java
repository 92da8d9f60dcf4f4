package org.apache.zookeeper.server.persistence;

import java.io.File;
import java.io.IOException;
import org.apache.zookeeper.server.persistence.FileTxnLog.FileTxnIterator;

/**
 * How far ZooKeeper itself reads the one log file of a directory. In this package because the
 * iterator's position is package-private.
 *
 * @param end of the last record that it took; the header's if it took none
 * @param refused whether it threw there, so that a server would not start; otherwise it takes the
 *     log as ended
 */
public record StockLogReading(long end, boolean refused) {

  private static final int HEADER_BYTES = 16;

  public static StockLogReading of(File directory) {
    long end = HEADER_BYTES;
    try (FileTxnIterator records = new FileTxnIterator(directory, 0, false)) {
      while (records.getHeader() != null) {
        end = records.inputStream.getPosition();
        records.next();
      }
      return new StockLogReading(end, false);
    } catch (IOException | RuntimeException e) {
      return new StockLogReading(end, true);
    }
  }
}
