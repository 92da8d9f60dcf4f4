package io.snapkeeper.zk.snapshot;

import java.io.IOException;
import java.util.List;
import java.util.TreeMap;
import org.apache.jute.OutputArchive;
import org.apache.jute.Record;

/**
 * Passes a snapshot on to ZooKeeper's own archive and looks at it on the way: counts nodes and
 * bytes, stops when the run is aborted, and lets a {@link ByteListener} force what is written.
 *
 * <p>Writes exactly what it is given, in the same order. Implements the interface of 3.8 and 3.9;
 * {@link #getDataSize} is known to 3.9 only. Used by one thread.
 */
@SuppressWarnings("NonApiType") // TreeMap is in the signatures of ZooKeeper's interface
final class WatchedArchive implements OutputArchive {

  /** Is told how many bytes went by. */
  interface ByteListener {
    void wrote(long bytes) throws IOException;
  }

  private static final String NODE_TAG = "node";

  private final OutputArchive archive;
  private final SnapshotRun run;
  private final ByteListener listener;

  WatchedArchive(OutputArchive archive, SnapshotRun run, ByteListener listener) {
    this.archive = archive;
    this.run = run;
    this.listener = listener;
  }

  private void passed(long bytes) throws IOException {
    run.throwIfAborted();
    listener.wrote(bytes);
  }

  @Override
  public void writeByte(byte b, String tag) throws IOException {
    archive.writeByte(b, tag);
    passed(1);
  }

  @Override
  public void writeBool(boolean b, String tag) throws IOException {
    archive.writeBool(b, tag);
    passed(1);
  }

  @Override
  public void writeInt(int i, String tag) throws IOException {
    archive.writeInt(i, tag);
    passed(Integer.BYTES);
  }

  @Override
  public void writeLong(long l, String tag) throws IOException {
    archive.writeLong(l, tag);
    passed(Long.BYTES);
  }

  @Override
  public void writeFloat(float f, String tag) throws IOException {
    archive.writeFloat(f, tag);
    passed(Float.BYTES);
  }

  @Override
  public void writeDouble(double d, String tag) throws IOException {
    archive.writeDouble(d, tag);
    passed(Double.BYTES);
  }

  @Override
  public void writeString(String s, String tag) throws IOException {
    archive.writeString(s, tag);
    passed(Integer.BYTES + (s == null ? 0 : s.length()));
  }

  @Override
  public void writeBuffer(byte[] buffer, String tag) throws IOException {
    archive.writeBuffer(buffer, tag);
    passed(Integer.BYTES + (buffer == null ? 0 : buffer.length));
  }

  /** As ZooKeeper's archive does, but the record writes its fields through this one. */
  @Override
  public void writeRecord(Record record, String tag) throws IOException {
    record.serialize(this, tag);
    if (NODE_TAG.equals(tag)) {
      run.nodeWritten();
    }
  }

  @Override
  public void startRecord(Record record, String tag) throws IOException {
    archive.startRecord(record, tag);
  }

  @Override
  public void endRecord(Record record, String tag) throws IOException {
    archive.endRecord(record, tag);
  }

  @Override
  public void startVector(List<?> vector, String tag) throws IOException {
    archive.startVector(vector, tag);
    passed(Integer.BYTES);
  }

  @Override
  public void endVector(List<?> vector, String tag) throws IOException {
    archive.endVector(vector, tag);
  }

  @Override
  public void startMap(TreeMap<?, ?> map, String tag) throws IOException {
    archive.startMap(map, tag);
    passed(Integer.BYTES);
  }

  @Override
  public void endMap(TreeMap<?, ?> map, String tag) throws IOException {
    archive.endMap(map, tag);
  }

  @Override
  public long getDataSize() {
    return archive.getDataSize();
  }
}
