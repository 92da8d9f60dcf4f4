#define _GNU_SOURCE
#include "direct_io.h"

#include <fcntl.h>
#include <linux/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

struct skw_direct_io skw_direct_io_of(int fd) {
  struct skw_direct_io found = {0};
#if defined SYS_statx && defined STATX_DIOALIGN
  struct statx about = {0};
  if (syscall(SYS_statx, fd, "", AT_EMPTY_PATH, STATX_DIOALIGN, &about) == 0 &&
      (about.stx_mask & STATX_DIOALIGN) != 0) {
    found.known = true;
    found.memory_bytes = about.stx_dio_mem_align;
    found.offset_bytes = about.stx_dio_offset_align;
  }
#else
  (void)fd;
#endif
  return found;
}
