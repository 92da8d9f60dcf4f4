package io.snapkeeper.wal.profile;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * The file {@code io_properties.yaml}: for each mount point the four numbers of its disk, with the
 * keys that Seastar and ScyllaDB use, so that a file made by {@code iotune} can be used and one
 * made here can be used there.
 *
 * <pre>
 * disks:
 *   - mountpoint: /var/lib/zookeeper
 *     read_iops: 20000
 *     read_bandwidth: 300000000    # bytes per second; k, M, G and T mean 1,024 and its powers
 *     write_iops: 20000
 *     write_bandwidth: 300000000
 * </pre>
 *
 * @param disks the disks, in the order of the file
 */
public record IoProperties(List<Disk> disks) {

  /** A profile of a thousand disks is smaller; anything larger is another file. */
  static final long BYTES_MAX = 256 * 1024;

  /**
   * One disk.
   *
   * @param mountpoint absolute and normalised
   * @param model its numbers
   */
  public record Disk(Path mountpoint, DiskModel model) {

    /**
     * Checks the mount point.
     *
     * @throws IllegalArgumentException if it is not absolute
     */
    public Disk {
      if (!mountpoint.isAbsolute()) {
        throw new IllegalArgumentException(
            "mountpoint is " + mountpoint + "; it must be an absolute path");
      }
      mountpoint = mountpoint.normalize();
    }
  }

  /** A list of its own. */
  public IoProperties {
    disks = List.copyOf(disks);
  }

  /**
   * Reads a file.
   *
   * @throws IoPropertiesException if its content cannot be used
   * @throws IOException if it cannot be read
   */
  public static IoProperties read(Path file) throws IOException {
    long size = Files.size(file);
    if (size > BYTES_MAX) {
      throw new IoPropertiesException(
          file.toString(),
          "it has " + size + " bytes, more than the " + BYTES_MAX + " a profile may have",
          "name the io_properties.yaml that `snapkeeper profile-disk` wrote");
    }
    String text;
    try {
      text = Files.readString(file);
    } catch (CharacterCodingException e) {
      throw new IoPropertiesException(
          file.toString(), "it is not UTF-8 text", "save it as UTF-8, or profile the disk again");
    }
    return parse(text, file.toString());
  }

  /**
   * Reads a file's text.
   *
   * @param file its name, for messages
   * @throws IoPropertiesException if it cannot be used
   */
  public static IoProperties parse(String text, String file) throws IoPropertiesException {
    return new IoPropertiesReader(file).read(text);
  }

  /** The disk a directory lies on: the one with the longest mount point above it. */
  public Optional<DiskModel> diskOf(Path directory) {
    Path wanted = directory.toAbsolutePath().normalize();
    return disks.stream()
        .filter(disk -> wanted.startsWith(disk.mountpoint()))
        .max(Comparator.comparingInt(disk -> disk.mountpoint().getNameCount()))
        .map(Disk::model);
  }

  /** The file's text; {@link #parse} gives it back, with numbers rounded to whole ones. */
  public String toYaml() {
    if (disks.isEmpty()) {
      return "disks: []\n";
    }
    StringBuilder yaml = new StringBuilder("disks:\n");
    for (Disk disk : disks) {
      DiskModel model = disk.model();
      yaml.append("  - mountpoint: ").append(quoted(disk.mountpoint().toString())).append('\n');
      line(yaml, IoPropertiesReader.READ_IOPS, model.readIops());
      line(yaml, IoPropertiesReader.READ_BANDWIDTH, model.readBytesPerSecond());
      line(yaml, IoPropertiesReader.WRITE_IOPS, model.writeIops());
      line(yaml, IoPropertiesReader.WRITE_BANDWIDTH, model.writeBytesPerSecond());
    }
    return yaml.toString();
  }

  /**
   * Writes the file.
   *
   * @throws IOException if that fails
   */
  public void write(Path file) throws IOException {
    Files.writeString(file, toYaml());
  }

  /** In double quotes, the only YAML string that can hold every character. */
  private static String quoted(String text) {
    StringBuilder quoted = new StringBuilder("\"");
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '"' || c == '\\') {
        quoted.append('\\').append(c);
      } else if (c < ' ' || c > '~') {
        quoted.append(String.format(Locale.ROOT, "\\u%04x", (int) c));
      } else {
        quoted.append(c);
      }
    }
    return quoted.append('"').toString();
  }

  private static void line(StringBuilder yaml, String key, double value) {
    yaml.append(String.format(Locale.ROOT, "    %s: %.0f\n", key, value));
  }
}
