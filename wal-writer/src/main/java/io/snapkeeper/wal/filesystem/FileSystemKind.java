package io.snapkeeper.wal.filesystem;

import java.util.Arrays;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Kinds of file systems that differ in what a log there needs or is promised, word for word as
 * {@code file_system.c} has them; a test compares the two. The first one that matches counts. The
 * labels are part of the status document.
 */
public enum FileSystemKind {
  /** Data goes through the journal, and zeros would go through it as well. */
  EXT_DATA_JOURNAL(
      "ext-data-journal", Zeros.SAVE_NOTHING, Promise.DURABLE, "ext2 ext3 ext4", "data=journal"),
  EXT("ext", Zeros.SAVE_WRITES, Promise.DURABLE, "ext2 ext3 ext4"),
  XFS("xfs", Zeros.SAVE_WRITES, Promise.DURABLE, "xfs"),
  BTRFS("btrfs", Zeros.SAVE_NOTHING, Promise.DURABLE, "btrfs"),
  ZFS("zfs", Zeros.SAVE_NOTHING, Promise.DATASET, "zfs"),
  BCACHEFS("bcachefs", Zeros.SAVE_NOTHING, Promise.DURABLE, "bcachefs"),
  /** Log-structured: what is overwritten goes to another place as a rule. */
  F2FS("f2fs", Zeros.SAVE_NOTHING, Promise.DURABLE, "f2fs"),
  /**
   * It ignores {@code fsync}, and not {@code O_DSYNC}: a commit costs the disk what it always does.
   */
  OVERLAY_VOLATILE(
      "overlay-volatile",
      Zeros.SAVE_WRITES,
      Promise.NEVER_SYNCED,
      "overlay",
      "volatile fsync=volatile"),
  /** Writes go to one file of the upper layer, which is on ext4 or xfs as a rule. */
  OVERLAY("overlay", Zeros.SAVE_WRITES, Promise.UPPER_LAYER, "overlay fuse.fuse-overlayfs"),
  MEMORY("memory", Zeros.SAVE_NOTHING, Promise.MEMORY, "tmpfs ramfs devtmpfs hugetlbfs"),
  /** Shares of a server, of a cluster, or of a virtual machine's host. */
  NETWORK(
      "network",
      Zeros.SAVE_NOTHING,
      Promise.SERVER,
      "nfs nfs4 cifs smb3 smbfs ceph 9p virtiofs vboxsf lustre afs orangefs beegfs "
          + "gpfs fuse.glusterfs fuse.ceph fuse.ceph-fuse fuse.sshfs fuse.s3fs fuse.gcsfuse "
          + "fuse.rclone fuse.juicefs fuse.mfs fuse.lizardfs fuse.vmhgfs-fuse"),
  FUSE("fuse", Zeros.SAVE_NOTHING, Promise.FUSE_PROGRAM, "fuse fuseblk fuse.*"),
  UNKNOWN("unknown", Zeros.SAVE_NOTHING, Promise.NOT_KNOWN, "*");

  /** Whether zeros written ahead of a log's tail save writes of the disk at a commit. */
  private enum Zeros {
    SAVE_WRITES,
    SAVE_NOTHING
  }

  private final String label;
  private final Zeros zeros;
  private final Promise promise;
  private final String types;
  private final String options;

  FileSystemKind(String label, Zeros zeros, Promise promise, String types) {
    this(label, zeros, promise, types, "");
  }

  /**
   * @param types as {@code mountinfo} has them, with spaces between; an asterisk at the end stands
   *     for anything
   * @param options of which a mount needs one to be of this kind, with spaces between; none are
   *     needed if it is empty
   */
  FileSystemKind(String label, Zeros zeros, Promise promise, String types, String options) {
    this.label = label;
    this.zeros = zeros;
    this.promise = promise;
    this.types = types;
    this.options = options;
  }

  static FileSystemKind of(String type, Set<String> options) {
    return Arrays.stream(values())
        .filter(kind -> kind.hasType(type) && kind.hasOption(options))
        .findFirst()
        .orElse(UNKNOWN);
  }

  private boolean hasType(String type) {
    return words(types)
        .anyMatch(
            each ->
                each.endsWith("*")
                    ? type.startsWith(each.substring(0, each.length() - 1))
                    : type.equals(each));
  }

  private boolean hasOption(Set<String> present) {
    return options.isEmpty() || words(options).anyMatch(present::contains);
  }

  private static Stream<String> words(String list) {
    return Arrays.stream(list.split(" "));
  }

  public String label() {
    return label;
  }

  /** Whether zeros written ahead of a log's tail save writes of the disk at a commit. */
  public boolean zerosAhead() {
    return zeros == Zeros.SAVE_WRITES;
  }

  /** What it promises as it is mounted by default. */
  Promise promise() {
    return promise;
  }
}
