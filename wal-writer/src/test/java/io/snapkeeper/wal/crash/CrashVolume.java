package io.snapkeeper.wal.crash;

import io.snapkeeper.wal.crash.Operation.Guarantee;
import io.snapkeeper.wal.log.LogFile;
import io.snapkeeper.wal.log.LogVolume;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.FileAlreadyExistsException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;

/**
 * A directory that exists in its {@link DiskHistory} only. It promises what {@link LogVolume} does
 * and no more: a rename is durable on return, and so is a write, but for a size that it makes
 * larger. Thread-safe.
 */
public final class CrashVolume implements LogVolume {

  private final DiskHistory history = new DiskHistory();
  private final Map<String, Long> files = new HashMap<>();
  private long nextFile = 1;

  /** What was done to it. */
  public DiskHistory history() {
    return history;
  }

  private void run(Operation operation) {
    long call = history.begin(operation);
    LockSupport.parkNanos(1); // the other thread may get between
    history.end(call);
  }

  @Override
  public LogFile create(String name) throws IOException {
    long file;
    synchronized (this) {
      if (files.containsKey(name)) {
        throw new FileAlreadyExistsException(name);
      }
      file = nextFile++;
      files.put(name, file);
    }
    run(new Operation.Create(file, name));
    return new RecordedFile(file);
  }

  @Override
  public void rename(String from, String to) {
    synchronized (this) {
      files.put(to, files.remove(from));
    }
    run(new Operation.Rename(from, to));
    run(new Operation.SyncDirectory());
  }

  @Override
  public void delete(String name) {
    synchronized (this) {
      if (files.remove(name) == null) {
        return;
      }
    }
    run(new Operation.Remove(name));
  }

  @Override
  public synchronized List<String> names() {
    return List.copyOf(files.keySet());
  }

  private final class RecordedFile implements LogFile {

    private final long file;
    private long sizeBytes;

    RecordedFile(long file) {
      this.file = file;
    }

    @Override
    public int blockBytes() {
      return Disk.SECTOR_BYTES;
    }

    @Override
    public synchronized void extend(long newBytes) {
      if (newBytes > sizeBytes) {
        sizeBytes = newBytes;
        run(new Operation.Resize(file, newBytes));
      }
    }

    private synchronized void grow(long newBytes) {
      sizeBytes = Math.max(sizeBytes, newBytes);
    }

    @Override
    public void zero(long position, int bytes) {
      grow(position + bytes);
      run(new Operation.Write(file, position, new byte[bytes], Guarantee.NOTHING));
    }

    @Override
    public void settle() {
      run(new Operation.Sync(file));
    }

    @Override
    public void write(ByteBuffer blocks, long position) {
      byte[] bytes = new byte[blocks.remaining()];
      blocks.get(bytes);
      grow(position + bytes.length);
      run(new Operation.Write(file, position, bytes, Guarantee.DATA));
    }

    @Override
    public void close() {}
  }
}
