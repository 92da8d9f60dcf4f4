package io.snapkeeper.wal.ring;

import io.snapkeeper.wal.owner.DirectoryOwner;
import java.io.IOException;
import java.util.List;

/** By memory that both share; each side rings by a byte through a pipe where the other sleeps. */
final class RingTransport implements Transport {

  private final WriterBinary binary;
  private final DirectoryOwner owner;
  private final SharedRing ring;
  private volatile WriterProcess writer;

  /**
   * @param ring is closed with this, and if this cannot be made
   * @throws IOException if no writer can be started
   */
  RingTransport(WriterBinary binary, DirectoryOwner owner, SharedRing ring) throws IOException {
    this.binary = binary;
    this.owner = owner;
    this.ring = ring;
    try {
      startWriter();
    } catch (IOException e) {
      ring.close();
      throw e;
    }
  }

  @Override
  public void startWriter() throws IOException {
    if (writer != null) {
      writer.close();
      ring.forgetSubmitted();
    }
    owner.lendWriting();
    writer =
        WriterProcess.start(
            List.of(
                binary.path().toString(),
                "--ring",
                ring.file().toString(),
                "--directory",
                owner.directory().toString(),
                "--owner",
                owner.token()));
  }

  @Override
  public long capacityBytes() {
    return ring.capacityBytes();
  }

  @Override
  public void put(long position, byte[] bytes, int offset, int length) {
    ring.put(position, bytes, offset, length);
  }

  @Override
  public void begin(String name, long to) {
    ring.begin(name, to);
  }

  @Override
  public void commit(long from, long to) {
    ring.commit(from, to);
  }

  @Override
  public void end() {
    ring.end();
  }

  @Override
  public void resume(String name, long durable) {
    ring.resume(name, durable);
  }

  @Override
  public boolean await() {
    long number = ring.submitted();
    if (ring.mustRing()) {
      writer.ring();
    }
    while (ring.completed() != number) {
      if (ring.error() != 0) {
        return false;
      }
      ring.sleeps(true);
      if (ring.completed() == number || ring.error() != 0) {
        ring.sleeps(false);
        continue;
      }
      if (!writer.awaitAnswer() && ring.completed() != number) {
        return false;
      }
    }
    return true;
  }

  @Override
  public int error() {
    return ring.error();
  }

  @Override
  public boolean killWriter() {
    return writer.killAndReap();
  }

  @Override
  public long writerPid() {
    return writer.pid();
  }

  @Override
  public int ioClass() {
    return ring.ioClass();
  }

  @Override
  public long overruns() {
    return ring.overruns();
  }

  @Override
  public void close() throws IOException {
    writer.close();
    ring.close();
  }
}
