package io.snapkeeper.wal.filesystem;

import java.util.List;

/**
 * Lines of mountinfo: of file systems that can be mounted here as the kernel has shown them; of
 * network file systems, zfs, bcachefs and f2fs in their known form.
 *
 * @param path of a directory on the last of these mounts, unless the test is of that
 * @param extOptions lines of {@code /proc/fs/ext4/DEVICE/options}
 */
record RecordedMount(
    String name,
    List<String> mountInfo,
    String path,
    String device,
    List<String> extOptions,
    FileSystemKind kind,
    Durability durability) {

  private static final String ROOT =
      "27 1 254:0 / / rw,relatime - ext4 /dev/vda rw,discard,resuid=65534";

  static final List<RecordedMount> ALL =
      List.of(
          ext("ext2", "ext2 /dev/loop0 rw", List.of("rw", "barrier"), FileSystemKind.EXT),
          ext("ext3", "ext3 /dev/loop0 rw", ordered(), FileSystemKind.EXT),
          ext("ext4", "ext4 /dev/loop0 rw", ordered(), FileSystemKind.EXT),
          ext(
              "ext4 data=writeback",
              "ext4 /dev/loop0 rw,data=writeback",
              List.of("rw", "barrier", "data=writeback"),
              FileSystemKind.EXT),
          ext(
              "ext4 data=journal",
              "ext4 /dev/loop0 rw,nodioread_nolock,nodelalloc,data=journal",
              List.of(),
              FileSystemKind.EXT_DATA_JOURNAL),
          ext(
              "ext4 data=journal by tune2fs",
              "ext4 /dev/loop0 rw,nodioread_nolock,nodelalloc",
              List.of("rw", "barrier", "data=journal"),
              FileSystemKind.EXT_DATA_JOURNAL),
          new RecordedMount(
              "ext4 nobarrier",
              List.of(ROOT, "42 27 7:0 / /m rw,relatime - ext4 /dev/loop0 rw,nobarrier"),
              "/m/version-2",
              "7:0",
              List.of("rw", "nobarrier", "data=ordered"),
              FileSystemKind.EXT,
              Durability.NONE),
          of(
              "xfs",
              "7:0",
              "xfs /dev/loop0 rw,inode64,logbufs=8,logbsize=32k,noquota",
              FileSystemKind.XFS,
              Durability.PROMISED),
          // The directory's device is not its mount's.
          of(
              "btrfs",
              "0:40",
              "btrfs /dev/loop0 rw,ssd,discard=async,space_cache=v2,subvolid=5,subvol=/",
              FileSystemKind.BTRFS,
              Durability.PROMISED),
          of(
              "zfs",
              "0:52",
              "zfs tank/zk rw,xattr,posixacl",
              FileSystemKind.ZFS,
              Durability.CONDITIONAL),
          of(
              "bcachefs",
              "0:44",
              "bcachefs /dev/sdb rw,metadata_checksum=crc32c",
              FileSystemKind.BCACHEFS,
              Durability.PROMISED),
          of(
              "f2fs",
              "8:17",
              "f2fs /dev/sdb1 rw,lazytime,background_gc=on,mode=adaptive,fsync_mode=posix",
              FileSystemKind.F2FS,
              Durability.PROMISED),
          of(
              "f2fs without barriers",
              "8:17",
              "f2fs /dev/sdb1 rw,mode=adaptive,fsync_mode=nobarrier",
              FileSystemKind.F2FS,
              Durability.NONE),
          network("nfs4", "nfs4 server:/export rw,vers=4.2,rsize=1048576,hard,proto=tcp"),
          network("nfs 3", "nfs server:/export rw,vers=3,nolock,mountproto=udp"),
          network("cifs", "cifs //server/share rw,vers=3.1.1,cache=strict"),
          network("smb3", "smb3 //server/share rw,vers=3.1.1"),
          network("ceph", "ceph 10.0.0.1:6789:/ rw,name=admin,secret=<hidden>,acl"),
          network("9p", "9p hostshare rw,access=client,trans=virtio"),
          network("virtiofs", "virtiofs share rw"),
          network("lustre", "lustre 10.0.0.1@tcp:/fs rw,flock,user_xattr"),
          network("sshfs", "fuse.sshfs user@host:/ rw,user_id=0,group_id=0"),
          network("glusterfs", "fuse.glusterfs host:/volume rw,user_id=0,group_id=0"),
          of(
              "overlay",
              "0:40",
              "overlay overlay rw,lowerdir=/l/A:/l/B,upperdir=/d/u,workdir=/d/w,uuid=on",
              FileSystemKind.OVERLAY,
              Durability.CONDITIONAL),
          of(
              "volatile overlay",
              "0:40",
              "overlay ovl rw,lowerdir=lo,upperdir=u/up,workdir=u/wk,volatile",
              FileSystemKind.OVERLAY_VOLATILE,
              Durability.NONE),
          of(
              "volatile overlay of Linux 6.18",
              "0:40",
              "overlay ovl rw,lowerdir=lo,upperdir=u/up,workdir=u/wk,fsync=volatile",
              FileSystemKind.OVERLAY_VOLATILE,
              Durability.NONE),
          // A directory of that name is no option: the kernel escapes its comma.
          of(
              "overlay with a directory called x,volatile",
              "0:40",
              "overlay ovl rw,lowerdir=lo,upperdir=x\\054volatile,workdir=u/wk",
              FileSystemKind.OVERLAY,
              Durability.CONDITIONAL),
          of(
              "fuse-overlayfs",
              "0:40",
              "fuse.fuse-overlayfs fuse-overlayfs rw,user_id=0,group_id=0,allow_other",
              FileSystemKind.OVERLAY,
              Durability.CONDITIONAL),
          of(
              "tmpfs",
              "0:23",
              "tmpfs tmpfs rw,size=24684092k",
              FileSystemKind.MEMORY,
              Durability.NONE),
          of("ramfs", "0:24", "ramfs x rw", FileSystemKind.MEMORY, Durability.NONE),
          of(
              "fuse",
              "0:41",
              "fuse.snapkeeper-flash snapkeeper-flash rw,user_id=0",
              FileSystemKind.FUSE,
              Durability.CONDITIONAL),
          of(
              "ntfs-3g",
              "8:33",
              "fuseblk /dev/sdc1 rw,user_id=0",
              FileSystemKind.FUSE,
              Durability.CONDITIONAL),
          of("jfs", "8:49", "jfs /dev/sdd1 rw", FileSystemKind.UNKNOWN, Durability.CONDITIONAL),
          of(
              "a source without a name",
              "0:24",
              "ramfs  rw",
              FileSystemKind.MEMORY,
              Durability.NONE),
          new RecordedMount(
              "optional fields and a space in the path",
              List.of(
                  ROOT, "36 35 98:0 /m\\134x /mnt\\0402 rw shared:1 master:2 - xfs /dev/sdb rw"),
              "/mnt 2/version-2",
              "98:0",
              List.of(),
              FileSystemKind.XFS,
              Durability.PROMISED),
          new RecordedMount(
              "the last of two mounts over one another",
              List.of(
                  ROOT,
                  "30 27 7:0 / /m rw - ext4 /dev/loop0 rw",
                  "31 30 7:1 / /m rw - xfs /dev/loop1 rw"),
              "/m",
              "7:1",
              List.of(),
              FileSystemKind.XFS,
              Durability.PROMISED),
          new RecordedMount(
              "a mount that another one above it hides",
              List.of(
                  ROOT,
                  "30 27 7:0 / /m rw - ext4 /dev/loop0 rw",
                  "31 30 7:1 / /m/logs rw - xfs /dev/loop1 rw",
                  "32 30 0:50 / /m rw - tmpfs tmpfs rw"),
              "/m/logs/version-2",
              "0:50",
              List.of(),
              FileSystemKind.MEMORY,
              Durability.NONE),
          new RecordedMount(
              "the last of two mounts over one another, by their place alone",
              List.of(
                  ROOT,
                  "30 27 7:0 / /m rw - ext4 /dev/loop0 rw",
                  "31 30 0:39 / /m rw - btrfs /dev/loop1 rw"),
              "/m",
              "0:40",
              List.of(),
              FileSystemKind.BTRFS,
              Durability.PROMISED),
          new RecordedMount(
              "a longer name is no parent",
              List.of(
                  "27 1 0:39 / / rw - btrfs /dev/vda rw", "30 27 7:0 / /m rw - xfs /dev/loop0 rw"),
              "/mm",
              "0:40",
              List.of(),
              FileSystemKind.BTRFS,
              Durability.PROMISED),
          new RecordedMount(
              "an empty table",
              List.of(),
              "/m",
              "254:0",
              List.of(),
              FileSystemKind.UNKNOWN,
              Durability.CONDITIONAL));

  private static List<String> ordered() {
    return List.of("rw", "barrier", "data=ordered");
  }

  private static RecordedMount of(
      String name, String device, String rest, FileSystemKind kind, Durability durability) {
    String mounted = "43 27 0:39 / /m rw,relatime - " + rest;
    return new RecordedMount(
        name, List.of(ROOT, mounted), "/m/version-2", device, List.of(), kind, durability);
  }

  private static RecordedMount ext(
      String name, String rest, List<String> extOptions, FileSystemKind kind) {
    String mounted = "42 27 7:0 / /m rw,relatime - " + rest;
    return new RecordedMount(
        name, List.of(ROOT, mounted), "/m/version-2", "7:0", extOptions, kind, Durability.PROMISED);
  }

  private static RecordedMount network(String name, String rest) {
    return of(name, "0:39", rest, FileSystemKind.NETWORK, Durability.CONDITIONAL);
  }

  String table() {
    return String.join("\n", mountInfo) + "\n";
  }

  @Override
  public String toString() {
    return name;
  }
}
