#define _GNU_SOURCE
#include "file_system.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include "mounts.h"

/* The first one that matches counts. An asterisk at the end of a type stands for anything. */
static const struct kind {
  struct skw_file_system what;
  const char *types;   /* each of them between spaces */
  const char *options; /* of which one is needed, between spaces; NULL: none are */
} kinds[] = {
    {{"ext-data-journal", false}, " ext2 ext3 ext4 ", " data=journal "},
    {{"ext", true}, " ext2 ext3 ext4 ", NULL},
    {{"xfs", true}, " xfs ", NULL},
    {{"btrfs", false}, " btrfs ", NULL},
    {{"zfs", false}, " zfs ", NULL},
    {{"bcachefs", false}, " bcachefs ", NULL},
    {{"f2fs", false}, " f2fs ", NULL},
    {{"overlay-volatile", true}, " overlay ", " volatile fsync=volatile "},
    {{"overlay", true}, " overlay fuse.fuse-overlayfs ", NULL},
    {{"memory", false}, " tmpfs ramfs devtmpfs hugetlbfs ", NULL},
    {{"network", false},
     " nfs nfs4 cifs smb3 smbfs ceph 9p virtiofs vboxsf lustre afs orangefs beegfs gpfs"
     " fuse.glusterfs fuse.ceph fuse.ceph-fuse fuse.sshfs fuse.s3fs fuse.gcsfuse fuse.rclone"
     " fuse.juicefs fuse.mfs fuse.lizardfs fuse.vmhgfs-fuse ",
     NULL},
    {{"fuse", false}, " fuse fuseblk fuse.* ", NULL},
};

static const struct skw_file_system unknown = {"unknown", false};

/* Whether a list has this word, or one before an asterisk that it begins with. */
static bool lists(const char *list, struct skw_span word) {
  while (*list != 0) {
    list += strspn(list, " ");
    size_t bytes = strcspn(list, " ");
    bool any_end = bytes > 0 && list[bytes - 1] == '*';
    size_t needed = any_end ? bytes - 1 : bytes;
    if (bytes > 0 && (any_end ? word.bytes >= needed : word.bytes == needed) &&
        memcmp(list, word.at, needed) == 0) {
      return true;
    }
    list += bytes;
  }
  return false;
}

/* Whether one of these options, which a character separates, is listed. */
static bool has_option(struct skw_span options, char separator, const char *list) {
  const char *end = options.at + options.bytes;
  for (const char *at = options.at; at < end;) {
    const char *stop = memchr(at, separator, (size_t)(end - at));
    if (stop == NULL) {
      stop = end;
    }
    if (stop > at && lists(list, (struct skw_span){.at = at, .bytes = (size_t)(stop - at)})) {
      return true;
    }
    at = stop + 1;
  }
  return false;
}

static struct skw_file_system kind_of(struct skw_span type, struct skw_span options, const char *more) {
  struct skw_span lines = {.at = more, .bytes = strlen(more)};
  for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
    const struct kind *kind = &kinds[i];
    if (lists(kind->types, type) && (kind->options == NULL || has_option(options, ',', kind->options) ||
                                     has_option(lines, '\n', kind->options))) {
      return kind->what;
    }
  }
  return unknown;
}

struct skw_file_system skw_file_system_among(const char *mounts, const char *path, const char *device,
                                             char *(*ext_options)(const char *device)) {
  struct skw_mount mount;
  if (!skw_mount_holding(mounts, path, device, &mount)) {
    return unknown;
  }
  char *more = NULL;
  if (mount.type.bytes >= 3 && memcmp(mount.type.at, "ext", 3) == 0) {
    char its_device[32];
    snprintf(its_device, sizeof its_device, "%.*s", (int)(mount.device.bytes & INT_MAX), mount.device.at);
    more = ext_options(its_device);
  }
  struct skw_file_system found = kind_of(mount.type, mount.options, more == NULL ? "" : more);
  free(more);
  return found;
}

/* All of a file, to be freed; NULL if it cannot be read. */
static char *contents(const char *path) {
  FILE *file = fopen(path, "re");
  if (file == NULL) {
    return NULL;
  }
  char *text = NULL;
  size_t room = 0;
  ssize_t bytes = getdelim(&text, &room, 0, file);
  fclose(file);
  if (bytes < 0) {
    free(text);
    return NULL;
  }
  return text;
}

/* `tune2fs -o journal_data` makes it a default, which mountinfo does not show. */
static char *ext_options_of(const char *device) {
  char link[64];
  char target[PATH_MAX];
  snprintf(link, sizeof link, "/sys/dev/block/%s", device);
  ssize_t bytes = readlink(link, target, sizeof target - 1);
  if (bytes < 0) {
    return NULL;
  }
  target[bytes] = 0;
  const char *slash = strrchr(target, '/');
  char options[PATH_MAX + 32];
  snprintf(options, sizeof options, "/proc/fs/ext4/%s/options", slash == NULL ? target : slash + 1);
  return contents(options);
}

struct skw_file_system skw_file_system_of(int directory) {
  struct stat about;
  char link[64];
  char path[PATH_MAX];
  snprintf(link, sizeof link, "/proc/self/fd/%d", directory);
  ssize_t bytes = readlink(link, path, sizeof path - 1);
  char *mounts = contents("/proc/self/mountinfo");
  struct skw_file_system found = unknown;
  if (bytes > 0 && mounts != NULL && fstat(directory, &about) == 0) {
    path[bytes] = 0;
    char device[32];
    snprintf(device, sizeof device, "%u:%u", major(about.st_dev), minor(about.st_dev));
    found = skw_file_system_among(mounts, path, device, ext_options_of);
  }
  free(mounts);
  return found;
}
