/*
 * A file that is written with direct I/O, and the size that it has been given: no record is written
 * beyond a size that is on stable storage. As SizedFile and ChannelVolume in Java.
 */
#ifndef SNAPKEEPER_WAL_SIZED_FILE_H
#define SNAPKEEPER_WAL_SIZED_FILE_H

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/uio.h>

/* One request of zeros: short, for commits wait for it. */
#define SKW_ZERO_BYTES (64u << 10)

struct skw_sized_file {
  int bulk;    /* for zeros */
  int durable; /* O_DSYNC */
  uint32_t block_bytes;
  uint64_t size_step_bytes;
  pthread_mutex_t sizing; /* size_bytes, and what of it is settled */
  uint64_t size_bytes;
  _Atomic uint64_t settled_bytes; /* what a power failure leaves of the size */
};

/* Makes an empty file. Returns 0 or an errno; skw_sized_file_close is called in any case. */
int skw_sized_file_create(struct skw_sized_file *file, int directory, const char *name, uint64_t size_step_bytes);

/* Opens one that is there; otherwise as skw_sized_file_create. */
int skw_sized_file_reopen(struct skw_sized_file *file, int directory, const char *name, uint64_t size_step_bytes);

void skw_sized_file_close(struct skw_sized_file *file);

/* Whether the file is long enough for so much content. */
bool skw_sized_file_has_room(struct skw_sized_file *file, uint64_t content_bytes);

/* Makes the file longer, if it is too short for so much content. Returns 0 or an errno. */
int skw_sized_file_make_room(struct skw_sized_file *file, uint64_t content_bytes);

/* Brings zeros and size to stable storage. Returns 0 or an errno. */
int skw_sized_file_settle(struct skw_sized_file *file);

/* Writes SKW_ZERO_BYTES zeros. Returns 0 or an errno. */
int skw_sized_file_zero(struct skw_sized_file *file, uint64_t at);

/*
 * Writes whole blocks, after the file is long enough for good; on return 0 they are on stable
 * storage. After an errno it is not known which of them are.
 */
int skw_sized_file_write(struct skw_sized_file *file, struct iovec *blocks, int count, uint64_t at);

#endif
