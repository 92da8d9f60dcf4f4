package io.snapkeeper.wal.example;

import io.snapkeeper.wal.filesystem.LogFileSystem;
import io.snapkeeper.wal.log.ChannelVolume;
import io.snapkeeper.wal.log.LogOutputStream;
import io.snapkeeper.wal.log.LogSettings;
import io.snapkeeper.wal.log.LogWriter;
import io.snapkeeper.wal.log.WriteAheadLog;
import io.snapkeeper.wal.owner.DirectoryOwner;
import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import java.util.zip.CRC32C;

/**
 * A key-value store on a write-ahead log: what is acknowledged survives a crash.
 *
 * <p>The store is in memory; its log is what remains. Each start reads all log files in order and
 * begins a new one. A record is the length of key and value, their CRC-32C, and both as {@link
 * DataOutputStream#writeUTF} has them. After the last record there are zeros, or one that a crash
 * cut off: either ends the file.
 */
final class KeyValueStore implements Closeable {

  private static final byte[] HEADER = "KV01".getBytes(StandardCharsets.US_ASCII);
  private static final String PREFIX = "log.";
  private static final long SIZE_STEP_BYTES = 1 << 20;

  private static final Duration PATIENCE = Duration.ofSeconds(10);

  private final DirectoryOwner owner;
  private final NavigableMap<String, String> map = new TreeMap<>();
  private final WriteAheadLog log;
  private final DataOutputStream out;

  KeyValueStore(Path directory) throws IOException {
    // Before anything is read: a writer of this store's last life may still be about to write.
    owner = DirectoryOwner.take(directory, PATIENCE);
    long next = 1;
    for (Path file : logs(directory)) {
      replay(file);
      next = number(file) + 1;
    }
    log =
        new LogWriter(
            new ChannelVolume(owner),
            new LogSettings(SIZE_STEP_BYTES, LogFileSystem.of(directory).zerosAhead()),
            (where, fault) -> System.err.println(where + ": " + fault));
    log.begin(PREFIX + next, HEADER);
    out = new DataOutputStream(new LogOutputStream(log));
  }

  private static List<Path> logs(Path directory) throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files
          .filter(file -> file.getFileName().toString().startsWith(PREFIX))
          .sorted(Comparator.comparingLong(KeyValueStore::number))
          .toList();
    }
  }

  private static long number(Path file) {
    return Long.parseLong(file.getFileName().toString().substring(PREFIX.length()));
  }

  private void replay(Path file) throws IOException {
    try (DataInputStream in = new DataInputStream(Files.newInputStream(file))) {
      if (!Arrays.equals(in.readNBytes(HEADER.length), HEADER)) {
        throw new IOException(file + " is no log of this store");
      }
      while (true) {
        int length = in.readInt();
        int checksum = in.readInt();
        byte[] body = in.readNBytes(Math.max(0, length));
        if (length <= 0 || body.length < length || checksum != checksumOf(body)) {
          return;
        }
        DataInputStream record = new DataInputStream(new ByteArrayInputStream(body));
        map.put(record.readUTF(), record.readUTF());
      }
    } catch (EOFException e) {
      // The file is full to its last byte.
    }
  }

  private static int checksumOf(byte[] body) {
    CRC32C crc = new CRC32C();
    crc.update(body);
    return (int) crc.getValue();
  }

  /** On return it is on stable storage, and then it may be told. */
  synchronized void set(String key, String value) throws IOException {
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    try (DataOutputStream record = new DataOutputStream(body)) {
      record.writeUTF(key);
      record.writeUTF(value);
    }
    out.writeInt(body.size());
    out.writeInt(checksumOf(body.toByteArray()));
    body.writeTo(out);
    out.flush();
    map.put(key, value);
  }

  /** Null if there is none. */
  synchronized String get(String key) {
    return map.get(key);
  }

  @Override
  public synchronized void close() throws IOException {
    out.close();
    log.close();
    owner.close();
  }

  /** {@code set KEY VALUE} and {@code get KEY} from standard input. */
  public static void main(String[] args) throws IOException {
    BufferedReader commands =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    try (KeyValueStore store = new KeyValueStore(Path.of(args[0]))) {
      for (String line = commands.readLine(); line != null; line = commands.readLine()) {
        String[] words = line.split(" ", 3);
        if (words[0].equals("set") && words.length == 3) {
          store.set(words[1], words[2]);
          System.out.println("ok");
        } else if (words[0].equals("get") && words.length == 2) {
          System.out.println(store.get(words[1]));
        } else {
          System.out.println("set KEY VALUE | get KEY");
        }
      }
    }
  }
}
