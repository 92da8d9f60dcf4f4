#define _GNU_SOURCE
#include "sized_file.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include "direct_io.h"
#include "ring.h"

/* Disks of today write so much at once, also where the file system's blocks are smaller. */
#define BLOCK_BYTES_MIN 4096u

/* Never written to, and aligned as direct I/O wants it. */
static _Alignas(4096) char zeros[SKW_ZERO_BYTES];

static void clear(struct skw_sized_file *file, uint64_t size_step_bytes) {
  *file = (struct skw_sized_file){.bulk = -1, .durable = -1, .size_step_bytes = size_step_bytes};
  pthread_mutex_init(&file->sizing, NULL);
}

/* The file system's, which a file's preferred size of requests (st_blksize) need not be. */
static int learn_block(struct skw_sized_file *file) {
  struct statvfs about;
  if (fstatvfs(file->bulk, &about) != 0) {
    return errno;
  }
  unsigned long block = about.f_frsize < BLOCK_BYTES_MIN ? BLOCK_BYTES_MIN : about.f_frsize;
  struct skw_direct_io direct_io = skw_direct_io_of(file->bulk);
  if (direct_io.offset_bytes > block) {
    block = direct_io.offset_bytes;
  }
  if (block > SKW_BLOCK_BYTES_MAX || (block & (block - 1)) != 0 ||
      direct_io.memory_bytes > SKW_BLOCK_BYTES_MAX) {
    return EINVAL;
  }
  file->block_bytes = (uint32_t)block;
  return 0;
}

static int open_second(struct skw_sized_file *file, int directory, const char *name) {
  if (file->bulk < 0) {
    return errno;
  }
  file->durable = openat(directory, name, O_WRONLY | O_DSYNC | O_DIRECT | O_CLOEXEC);
  return file->durable < 0 ? errno : learn_block(file);
}

int skw_sized_file_create(struct skw_sized_file *file, int directory, const char *name, uint64_t size_step_bytes) {
  clear(file, size_step_bytes);
  /* The umask decides, as for the logs of the server itself. */
  file->bulk = openat(directory, name, O_WRONLY | O_CREAT | O_EXCL | O_DIRECT | O_CLOEXEC, 0666);
  return open_second(file, directory, name);
}

int skw_sized_file_reopen(struct skw_sized_file *file, int directory, const char *name, uint64_t size_step_bytes) {
  clear(file, size_step_bytes);
  file->bulk = openat(directory, name, O_WRONLY | O_DIRECT | O_CLOEXEC);
  int error = open_second(file, directory, name);
  struct stat about;
  if (error == 0 && fstat(file->bulk, &about) != 0) {
    error = errno;
  }
  if (error == 0) {
    file->size_bytes = (uint64_t)about.st_size;
  }
  return error;
}

void skw_sized_file_close(struct skw_sized_file *file) {
  if (file->durable >= 0) {
    close(file->durable);
  }
  if (file->bulk >= 0) {
    close(file->bulk);
  }
  pthread_mutex_destroy(&file->sizing);
}

static uint64_t rounded_up(uint64_t bytes, uint64_t step) { return (bytes + step - 1) / step * step; }

/* Caller holds `sizing`. Sizes are multiples of every file system's block, as LogSettings has them. */
static int grow(struct skw_sized_file *file, uint64_t content_bytes) {
  if (content_bytes <= file->size_bytes) {
    return 0;
  }
  uint64_t step = file->size_step_bytes == 0 ? 1 : file->size_step_bytes;
  uint64_t size = rounded_up(content_bytes, rounded_up(step, SKW_ZERO_BYTES));
  if (ftruncate(file->bulk, (off_t)size) != 0) {
    return errno;
  }
  file->size_bytes = size;
  return 0;
}

/* Caller holds `sizing`. */
static int settle(struct skw_sized_file *file) {
  if (fdatasync(file->bulk) != 0) {
    return errno;
  }
  file->settled_bytes = file->size_bytes;
  return 0;
}

bool skw_sized_file_has_room(struct skw_sized_file *file, uint64_t content_bytes) {
  pthread_mutex_lock(&file->sizing);
  bool has = content_bytes <= file->size_bytes;
  pthread_mutex_unlock(&file->sizing);
  return has;
}

int skw_sized_file_make_room(struct skw_sized_file *file, uint64_t content_bytes) {
  pthread_mutex_lock(&file->sizing);
  int error = grow(file, content_bytes);
  pthread_mutex_unlock(&file->sizing);
  return error;
}

int skw_sized_file_settle(struct skw_sized_file *file) {
  pthread_mutex_lock(&file->sizing);
  int error = settle(file);
  pthread_mutex_unlock(&file->sizing);
  return error;
}

/*
 * Before a durable write up to `end`: it must not make the file longer. ext4 of Linux 5.5 to 6.7
 * brings the size to stable storage only after such a write has returned. Costs nothing where the
 * file is long enough, also while another thread settles more.
 */
static int make_durable_room(struct skw_sized_file *file, uint64_t end) {
  if (end <= file->settled_bytes) {
    return 0;
  }
  int error = 0;
  pthread_mutex_lock(&file->sizing);
  if (end > file->settled_bytes) {
    error = grow(file, end);
    if (error == 0) {
      error = settle(file);
    }
  }
  pthread_mutex_unlock(&file->sizing);
  return error;
}

int skw_sized_file_zero(struct skw_sized_file *file, uint64_t at) {
  uint64_t end = at + SKW_ZERO_BYTES;
  while (at < end) {
    ssize_t written = pwrite(file->bulk, zeros, end - at, (off_t)at);
    if (written >= 0) {
      at += (uint64_t)written;
    } else if (errno != EINTR) {
      return errno;
    }
  }
  return 0;
}

int skw_sized_file_write(struct skw_sized_file *file, struct iovec *blocks, int count, uint64_t at) {
  uint64_t end = at;
  for (int i = 0; i < count; i++) {
    end += blocks[i].iov_len;
  }
  int error = make_durable_room(file, end);
  if (error != 0) {
    return error;
  }
  while (count > 0) {
    ssize_t written = pwritev(file->durable, blocks, count, (off_t)at);
    if (written < 0) {
      if (errno == EINTR) {
        continue;
      }
      return errno;
    }
    at += (uint64_t)written;
    size_t left = (size_t)written;
    while (count > 0 && left >= blocks->iov_len) {
      left -= blocks->iov_len;
      blocks++;
      count--;
    }
    if (count > 0) {
      blocks->iov_base = (char *)blocks->iov_base + left;
      blocks->iov_len -= left;
    }
  }
  return 0;
}
