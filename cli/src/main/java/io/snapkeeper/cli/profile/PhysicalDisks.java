package io.snapkeeper.cli.profile;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * Which disks are behind a file: not the partition, volume or loop device that it is on, but what
 * these are on in turn, because two partitions of one disk slow each other down as two directories
 * do. From Linux's {@code /sys}; a device that is not listed there (network and stacked file
 * systems) is known by its number alone.
 */
final class PhysicalDisks {

  // Of devices on devices: a file in a loop device on a volume on a RAID of partitions is five.
  private static final int DEEPEST = 12;

  private final Path sys;

  /**
   * @param sys {@code /sys}
   */
  PhysicalDisks(Path sys) {
    this.sys = sys;
  }

  /**
   * The names of the disks that {@code path} is on, such as {@code vda} or {@code nvme0n1}; or the
   * device's number, as {@code 0:57}.
   *
   * @throws IOException if there is no such file, or it cannot be looked at
   */
  Set<String> of(Path path) throws IOException {
    Set<String> names = new TreeSet<>();
    addOfFile(path, names, 0);
    return names;
  }

  private void addOfFile(Path path, Set<String> names, int depth) throws IOException {
    long number = (Long) Files.getAttribute(path, "unix:dev");
    if (major(number) == 0) {
      // btrfs and others number each volume; the mount table knows the device.
      number = deviceOfMount(path, number);
    }
    addOfDevice(major(number) + ":" + minor(number), names, depth);
  }

  private static long deviceOfMount(Path path, long number) {
    try {
      Path device = Path.of(Files.getFileStore(path).name());
      if (device.isAbsolute() && Files.exists(device)) {
        long deviceNumber = (Long) Files.getAttribute(device, "unix:rdev");
        return deviceNumber == 0 ? number : deviceNumber;
      }
    } catch (IOException | RuntimeException e) {
      // Mounted elsewhere than in this process's own mount table.
      return number;
    }
    return number;
  }

  private void addOfDevice(String number, Set<String> names, int depth) throws IOException {
    Path link = sys.resolve("dev/block").resolve(number);
    if (depth > DEEPEST || !Files.exists(link)) {
      names.add(number);
      return;
    }
    Path device = link.toRealPath();
    if (Files.exists(device.resolve("partition"))) {
      device = device.getParent();
    }
    List<Path> below = slavesOf(device);
    for (Path slave : below) {
      addOfDevice(Files.readString(slave.resolve("dev")).strip(), names, depth + 1);
    }
    Path backing = device.resolve("loop/backing_file");
    Path image = Files.isReadable(backing) ? Path.of(Files.readString(backing).strip()) : null;
    if (image != null && Files.exists(image)) {
      addOfFile(image, names, depth + 1);
    } else if (below.isEmpty()) {
      names.add(device.getFileName().toString());
    }
  }

  private static List<Path> slavesOf(Path device) throws IOException {
    Path slaves = device.resolve("slaves");
    List<Path> found = new ArrayList<>();
    if (Files.isDirectory(slaves)) {
      try (DirectoryStream<Path> entries = Files.newDirectoryStream(slaves)) {
        entries.forEach(found::add);
      }
    }
    return found;
  }

  // As glibc's major() and minor() take a number apart.
  private static long major(long number) {
    return ((number >>> 8) & 0xfffL) | ((number >>> 32) & 0xfffff000L);
  }

  private static long minor(long number) {
    return (number & 0xffL) | ((number >>> 12) & 0xffffff00L);
  }
}
