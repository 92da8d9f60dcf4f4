package io.snapkeeper.zk.trace;

import io.snapkeeper.core.trace.TraceCodec;
import io.snapkeeper.core.trace.TraceLine;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/**
 * The file of a trace, to which each run of the server appends a section. Readable and writable by
 * its owner only. Not thread-safe.
 */
final class TraceFile implements AutoCloseable {

  private static final Set<PosixFilePermission> OWNER_ONLY =
      PosixFilePermissions.fromString("rw-------");

  private final Path path;
  private final FileChannel channel;
  private final long bytesMax;
  private long size;

  private TraceFile(Path path, FileChannel channel, long bytesMax) {
    this.path = path;
    this.channel = channel;
    this.bytesMax = bytesMax;
  }

  /**
   * Opens the file, creates it if need be, removes the line that a killed server left unfinished,
   * and begins a section.
   *
   * @throws IOException if it cannot be opened, or if a file is there that is no trace
   */
  static TraceFile open(TraceTarget target, long sid) throws IOException {
    Path path = target.file();
    if (Files.exists(path, LinkOption.NOFOLLOW_LINKS)
        && !Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS)) {
      throw new IOException(path + " is no regular file; name another in snapkeeper.trace");
    }
    boolean posix = path.getFileSystem().supportedFileAttributeViews().contains("posix");
    Set<OpenOption> options =
        Set.of(
            StandardOpenOption.CREATE,
            StandardOpenOption.READ,
            StandardOpenOption.WRITE,
            LinkOption.NOFOLLOW_LINKS);
    FileAttribute<?>[] attributes =
        posix
            ? new FileAttribute<?>[] {PosixFilePermissions.asFileAttribute(OWNER_ONLY)}
            : new FileAttribute<?>[0];
    FileChannel channel = FileChannel.open(path, options, attributes);
    try {
      TraceFile file = new TraceFile(path, channel, target.bytesMax());
      file.requireTrace();
      if (posix) {
        Files.setPosixFilePermissions(path, OWNER_ONLY); // it may have been there before
      }
      file.cutUnfinishedLine();
      file.append(TraceCodec.encode(new TraceLine.Header(sid)) + "\n");
      return file;
    } catch (IOException | RuntimeException e) {
      channel.close();
      throw e;
    }
  }

  /** A mistaken path must not cost somebody a file. */
  private void requireTrace() throws IOException {
    if (channel.size() > 0 && !TraceCodec.isHeader(read(0, 64))) {
      throw new IOException(path + " is no trace; name another file in snapkeeper.trace");
    }
  }

  private void cutUnfinishedLine() throws IOException {
    size = channel.size();
    // The longest line reaches back no further; where it does, the file is cut at its first bytes.
    long from = Math.max(0, size - TraceCodec.LINE_CHARS_MAX - 1);
    String tail = read(from, (int) (size - from));
    size = from + tail.lastIndexOf('\n') + 1;
    channel.truncate(size);
  }

  private String read(long from, int bytes) throws IOException {
    ByteBuffer buffer = ByteBuffer.allocate(bytes);
    while (buffer.hasRemaining() && channel.read(buffer, from + buffer.position()) >= 0) {
      // on to the next bytes
    }
    return new String(buffer.array(), 0, buffer.position(), StandardCharsets.ISO_8859_1);
  }

  /**
   * Appends whole lines.
   *
   * @return whether they fit; if not, nothing was written
   */
  boolean append(String lines) throws IOException {
    ByteBuffer bytes = ByteBuffer.wrap(lines.getBytes(StandardCharsets.US_ASCII));
    if (size + bytes.remaining() > bytesMax) {
      return false;
    }
    while (bytes.hasRemaining()) {
      size += channel.write(bytes, size);
    }
    return true;
  }

  long size() {
    return size;
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
