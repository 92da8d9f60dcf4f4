/* What the kernel says of direct I/O on an open file (STATX_DIOALIGN, Linux 6.1). */
#ifndef SNAPKEEPER_WAL_DIRECT_IO_H
#define SNAPKEEPER_WAL_DIRECT_IO_H

#include <stdbool.h>
#include <stdint.h>

struct skw_direct_io {
  bool known; /* an older kernel, and some file systems, do not say */
  /* Multiples that it asks for. 0: it takes such writes through the page cache, durable by O_DSYNC. */
  uint32_t memory_bytes;
  uint32_t offset_bytes;
};

struct skw_direct_io skw_direct_io_of(int fd);

#endif
