/*
 * A flash disk with modelled timing: a FUSE file system with one file, "disk", whose bytes are in RAM
 * and whose commands are answered when a drive of the given kind would answer them. A loop device
 * with direct I/O on that file is a block device to put a scheduler and a file system on.
 *
 *   settings         the disk's properties, from the command line
 *   drive            when the drive answers: the model
 *   commands         the commands in flight and the thread that answers them
 *   volatile_cache   what a power cut loses
 *   control          the file "control": orders and counters
 *   fuse_connection  the kernel's FUSE protocol
 *   mount            mounts and unmounts
 *   file_system      the files "disk" and "control"
 *   main             memory and privileges, then serves until unmounted
 *
 * A page fault of this process that had to wait for memory that can only be had by writing to this
 * very device would hang the machine. So: all memory is populated and locked before the mount, huge
 * pages are off, nothing grows afterwards, and the kernel is told that this process is part of the
 * path to a disk (PR_SET_IO_FLUSHER).
 */
#define _GNU_SOURCE
#include <errno.h>
#include <inttypes.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "file_system.h"
#include "settings.h"

#ifndef PR_SET_IO_FLUSHER
#define PR_SET_IO_FLUSHER 57
#endif

/* Above every ordinary process: a drive does not slow down because the host's processors are busy. */
enum { REALTIME_PRIORITY = 10 };

static uint64_t available_bytes(void) {
  FILE *file = fopen("/proc/meminfo", "re");
  if (!file) {
    fail("cannot read /proc/meminfo: %s", strerror(errno));
  }
  char line[128];
  uint64_t kibibytes = 0;
  while (fgets(line, sizeof line, file) && sscanf(line, "MemAvailable: %" SCNu64, &kibibytes) != 1) {
  }
  fclose(file);
  return kibibytes * 1024;
}

/* Locks all memory of this process, now and later, and returns the disk's, filled with zeros. */
static unsigned char *locked_memory(uint64_t size_bytes) {
  uint64_t available = available_bytes();
  if (available / 2 < size_bytes) {
    fail("%" PRIu64 " MiB of memory are available; a disk of %" PRIu64 " MiB needs twice its size; "
         "choose a smaller --size-mib",
         available / MEBIBYTE, size_bytes / MEBIBYTE);
  }
  /* For all memory of this process, before any of it is had. */
  if (prctl(PR_SET_THP_DISABLE, 1, 0, 0, 0)) {
    fail("cannot switch huge pages off: %s", strerror(errno));
  }
  if (mlockall(MCL_CURRENT | MCL_FUTURE)) {
    fail("cannot lock memory: %s; run it as root, with RLIMIT_MEMLOCK unlimited", strerror(errno));
  }
  unsigned char *disk =
      mmap(NULL, size_bytes, PROT_READ | PROT_WRITE,
           MAP_PRIVATE | MAP_ANONYMOUS | MAP_POPULATE | MAP_LOCKED | MAP_NORESERVE, -1, 0);
  if (disk == MAP_FAILED) {
    fail("cannot have %" PRIu64 " MiB of locked memory: %s", size_bytes / MEBIBYTE,
         strerror(errno));
  }
  /* MAP_POPULATE and MAP_LOCKED are silent where they fail; this one is not. */
  if (mlock(disk, size_bytes)) {
    fail("cannot lock %" PRIu64 " MiB: %s", size_bytes / MEBIBYTE, strerror(errno));
  }
  memset(disk, 0, size_bytes);
  return disk;
}

/* What makes the model exact and safe; without the privilege it still runs, so only a warning. */
static void become_part_of_the_disk_path(void) {
  if (prctl(PR_SET_IO_FLUSHER, 1, 0, 0, 0)) {
    fprintf(stderr, "emulated-flash: not marked as part of the disk path: %s\n", strerror(errno));
  }
  prctl(PR_SET_TIMERSLACK, 1, 0, 0, 0);
  struct sched_param priority = {.sched_priority = REALTIME_PRIORITY};
  if (sched_setscheduler(0, SCHED_FIFO, &priority)) {
    fprintf(stderr, "emulated-flash: no real-time priority (%s); times depend on the load\n",
            strerror(errno));
  }
  FILE *file = fopen("/proc/self/oom_score_adj", "we");
  if (!file || fputs("-1000", file) < 0 || fclose(file)) {
    fprintf(stderr, "emulated-flash: not exempt from the out-of-memory killer\n");
  }
}

int main(int count, char **arguments) {
  struct settings settings = read_arguments(count, arguments);
  struct stat mount_point;
  if (stat(settings.mount_point, &mount_point) || !S_ISDIR(mount_point.st_mode)) {
    fail("%s is not a directory; name an existing one", settings.mount_point);
  }
  if (geteuid() != 0) {
    fail("needs root, to lock memory and to mount; run it as root");
  }
  unsigned char *disk = locked_memory(settings.size_bytes);
  become_part_of_the_disk_path();
  return file_system_serve(&settings, disk) ? EXIT_FAILURE : EXIT_SUCCESS;
}
