package io.snapkeeper.wal.filesystem;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * One line of {@code /proc/self/mountinfo}, as {@code mounts.c} reads it, too.
 *
 * @param device major and minor number of its superblock, as in {@code 8:1}
 * @param point where it is mounted
 * @param type of the file system, as in {@code ext4} or {@code fuse.sshfs}
 * @param options of the superblock
 */
record Mount(String device, String point, String type, Set<String> options) {

  /** Fields before those that may be missing. */
  private static final int FIXED_FIELDS = 6;

  private static final int DEVICE_FIELD = 2;
  private static final int POINT_FIELD = 4;

  /** Of those that follow the separator. */
  private static final int TYPE_FIELD = 1;

  private static final int OPTIONS_FIELD = 3;

  /** Empty if the line is none of a mount. */
  static Optional<Mount> parse(String line) {
    List<String> fields = Arrays.asList(line.split(" ", -1));
    int separator = FIXED_FIELDS;
    while (separator < fields.size() && !fields.get(separator).equals("-")) {
      separator++;
    }
    if (separator + OPTIONS_FIELD >= fields.size() || !fields.get(POINT_FIELD).startsWith("/")) {
      return Optional.empty();
    }
    return Optional.of(
        new Mount(
            fields.get(DEVICE_FIELD),
            unescaped(fields.get(POINT_FIELD)),
            fields.get(separator + TYPE_FIELD),
            Arrays.stream(fields.get(separator + OPTIONS_FIELD).split(",", -1))
                .collect(Collectors.toUnmodifiableSet())));
  }

  /**
   * The mount that a path is on: of those whose device the path has, if there is one, else of all,
   * the one with the longest mount point, and the last of several mounted over one another. Files
   * of btrfs have a device of their own, and a mount can hide others that lie below it.
   *
   * @param mountInfo the table of all mounts
   * @param path absolute, without links
   * @param device of the path's file
   */
  static Optional<Mount> holding(String mountInfo, String path, String device) {
    Mount best = null;
    for (String line : mountInfo.split("\n", -1)) {
      Optional<Mount> mount = parse(line).filter(each -> each.isAbove(path));
      if (mount.isPresent() && (best == null || mount.get().rank(device) >= best.rank(device))) {
        best = mount.get();
      }
    }
    return Optional.ofNullable(best);
  }

  private boolean isAbove(String path) {
    return point.equals("/") || path.equals(point) || path.startsWith(point + "/");
  }

  private long rank(String fileDevice) {
    return point.length() + (device.equals(fileDevice) ? 1L << Integer.SIZE : 0);
  }

  /** The kernel writes a space as \040. */
  private static String unescaped(String field) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < field.length(); i++) {
      int code = field.charAt(i) == '\\' ? octal(field, i + 1) : -1;
      text.append(code < 0 ? field.charAt(i) : (char) code);
      i += code < 0 ? 0 : 3;
    }
    return text.toString();
  }

  /** Three octal digits that stand for an ASCII character; -1 if there are none. */
  private static int octal(String field, int from) {
    if (from + 3 > field.length()) {
      return -1;
    }
    int code = 0;
    for (int i = from; i < from + 3; i++) {
      int digit = field.charAt(i) - '0';
      if (digit < 0 || digit > 7) {
        return -1;
      }
      code = 8 * code + digit;
    }
    return code < 128 ? code : -1;
  }
}
