/*
 * The bytes of files, in blocks of the pool. A file names blocks of block numbers, which name those
 * of its bytes; 0 is a hole in both. Thread-safe: one lock for all files.
 */
#ifndef CONTENTS_H
#define CONTENTS_H

#include <stddef.h>
#include <stdint.h>

#include "blocks.h"

enum {
  NUMBERS_PER_BLOCK = BLOCK_BYTES / sizeof(uint32_t),
  NUMBER_BLOCKS_MAX = 64,
};

/* The largest file: 4 GiB. */
#define CONTENTS_BYTES_MAX ((uint64_t)NUMBER_BLOCKS_MAX * NUMBERS_PER_BLOCK * BLOCK_BYTES)

/* All zeros: an empty file. */
struct contents {
  uint64_t size;
  /* Of bytes, without those of numbers. */
  uint32_t blocks;
  uint32_t number_blocks[NUMBER_BLOCKS_MAX];
};

/* How many bytes a read gets. */
size_t contents_readable(const struct contents *contents, uint64_t offset, size_t bytes);

/* Replies to the request with the bytes, or fewer where the file has become shorter. */
void contents_reply(
    const struct contents *contents, uint64_t offset, size_t bytes, uint64_t request);

/* Returns 0, EFBIG, or ENOSPC: then the size is unchanged and the range is undefined. */
int contents_write(struct contents *contents, uint64_t offset, const void *data, size_t bytes);

/* Sees that the range has blocks; the size stays. Returns as contents_write does. */
int contents_reserve(struct contents *contents, uint64_t offset, uint64_t bytes);

/* Returns 0 or EFBIG. */
int contents_resize(struct contents *contents, uint64_t size);

/* Blocks of the pool: all, and those that are free. */
void contents_space(uint32_t *total, uint32_t *free);

#endif
