package io.snapkeeper.wal.ring;

import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.OpenOption;
import java.nio.file.Path;

/**
 * An open file that has lost its name: nothing is left of it where its process is killed. Other
 * processes of the same user find it among the descriptors of this one.
 */
final class NamelessFile implements Closeable {

  private final FileChannel channel;
  private final Path path;

  private NamelessFile(FileChannel channel, Path path) {
    this.channel = channel;
    this.path = path;
  }

  /**
   * Opens a file and removes its name, also where this fails.
   *
   * @throws IOException if it cannot be opened, or there is no /proc
   */
  static NamelessFile open(Path file, OpenOption... how) throws IOException {
    FileChannel channel = null;
    try {
      channel = FileChannel.open(file, how);
      return new NamelessFile(channel, descriptorOf(file));
    } catch (IOException | RuntimeException e) {
      if (channel != null) {
        channel.close();
      }
      throw e;
    } finally {
      Files.delete(file);
    }
  }

  private static Path descriptorOf(Path file) throws IOException {
    Path descriptors = Path.of("/proc", Long.toString(ProcessHandle.current().pid()), "fd");
    try (DirectoryStream<Path> all = Files.newDirectoryStream(descriptors)) {
      for (Path descriptor : all) {
        if (Files.exists(descriptor) && Files.isSameFile(descriptor, file)) {
          return descriptor;
        }
      }
    }
    throw new IOException("no descriptor of " + file + " in " + descriptors);
  }

  FileChannel channel() {
    return channel;
  }

  /** Its name for other processes, while it is open. */
  Path path() {
    return path;
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
