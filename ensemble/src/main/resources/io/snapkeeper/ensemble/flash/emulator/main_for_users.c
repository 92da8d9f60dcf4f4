/*
 * A disk with modelled timing for users who may neither mount a file system nor have a block device:
 * the file system itself is here, in memory, and the kernel's page cache is before it. Reads and
 * writes of files are answered when a flash drive would answer them.
 *
 *   settings, drive, commands, control, fuse_connection, mount: as of the other program, see main.c
 *   fusermount       mounts for ordinary users
 *   blocks           the pool of blocks
 *   contents         the bytes of files
 *   inodes           directories and files
 *   directory_names  the operations about names
 *   directory_tree   all other operations
 *   main_for_users   memory, then serves until unmounted
 *
 * The pool is populated before the mount, so that a lack of memory shows at the start, and locked
 * where the limit on locked memory permits. Where it does not, nothing hangs: the kernel never waits
 * for the writeback of a FUSE file system in order to free memory.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include "directory_tree.h"
#include "settings.h"

static unsigned char *populated_memory(uint64_t bytes) {
  unsigned char *memory =
      mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_POPULATE, -1, 0);
  if (memory == MAP_FAILED) {
    fail("cannot have %" PRIu64 " MiB of memory: %s", bytes / MEBIBYTE, strerror(errno));
  }
  if (mlock(memory, bytes)) {
    fprintf(stderr, "emulated-flash: not locked in memory (%s); times depend on swapping\n",
            strerror(errno));
  }
  return memory;
}

int main(int count, char **arguments) {
  struct settings settings = read_arguments(count, arguments);
  struct stat mount_point;
  if (stat(settings.mount_point, &mount_point) || !S_ISDIR(mount_point.st_mode)) {
    fail("%s is not a directory; name an existing one", settings.mount_point);
  }
  unsigned char *memory = populated_memory(settings.size_bytes);
  /* The model is only as exact as its wakeups. A higher priority is for the few who may have one. */
  prctl(PR_SET_TIMERSLACK, 1, 0, 0, 0);
  setpriority(PRIO_PROCESS, 0, -10);
  return directory_tree_serve(&settings, memory) ? EXIT_FAILURE : EXIT_SUCCESS;
}
