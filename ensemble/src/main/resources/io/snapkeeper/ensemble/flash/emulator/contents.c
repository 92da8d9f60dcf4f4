#define _GNU_SOURCE
#include "contents.h"

#include <errno.h>
#include <pthread.h>
#include <stdbool.h>
#include <string.h>

#include "fuse_connection.h"

/* Held across replies, too: a block that is being sent must not become another file's. */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static uint64_t earlier(uint64_t a, uint64_t b) { return a < b ? a : b; }

/* The numbers among which that of a block is. */
static uint32_t *numbers_of(const struct contents *contents, uint64_t block) {
  return (uint32_t *)(void *)block_at(contents->number_blocks[block / NUMBERS_PER_BLOCK]);
}

static uint32_t number_of(const struct contents *contents, uint64_t block) {
  return numbers_of(contents, block)[block % NUMBERS_PER_BLOCK];
}

/* The block's number; where there is a hole, a new block of zeros. 0 where no block is free. */
static uint32_t number_or_new(struct contents *contents, uint64_t block) {
  uint32_t *numbers_block = &contents->number_blocks[block / NUMBERS_PER_BLOCK];
  if (*numbers_block == 0 && (*numbers_block = block_take()) == 0) {
    return 0;
  }
  uint32_t *number = &numbers_of(contents, block)[block % NUMBERS_PER_BLOCK];
  if (*number == 0 && (*number = block_take()) != 0) {
    contents->blocks++;
  }
  return *number;
}

/* The part of a range that lies in the block of its first byte. */
static size_t piece_bytes(uint64_t offset, uint64_t end) {
  return (size_t)earlier(BLOCK_BYTES - offset % BLOCK_BYTES, end - offset);
}

static size_t readable(const struct contents *contents, uint64_t offset, size_t bytes) {
  return offset < contents->size ? (size_t)earlier(contents->size - offset, bytes) : 0;
}

size_t contents_readable(const struct contents *contents, uint64_t offset, size_t bytes) {
  pthread_mutex_lock(&lock);
  size_t result = readable(contents, offset, bytes);
  pthread_mutex_unlock(&lock);
  return result;
}

void contents_reply(
    const struct contents *contents, uint64_t offset, size_t bytes, uint64_t request) {
  /* The header, and one piece more than whole blocks where the range begins inside of one. */
  struct iovec pieces[1 + TRANSFER_BYTES_MAX / BLOCK_BYTES + 1];
  size_t count = 1;
  pthread_mutex_lock(&lock);
  uint64_t end = offset + earlier(readable(contents, offset, bytes), TRANSFER_BYTES_MAX);
  for (uint64_t at = offset; at < end; at += pieces[count++].iov_len) {
    unsigned char *block = block_at(number_of(contents, at / BLOCK_BYTES));
    pieces[count] = (struct iovec){block + at % BLOCK_BYTES, piece_bytes(at, end)};
  }
  fuse_reply_pieces(request, pieces, count);
  pthread_mutex_unlock(&lock);
}

/* Calls for every block of the range; without data the bytes stay what they are. */
static int fill(struct contents *contents, uint64_t offset, const unsigned char *data, uint64_t bytes) {
  if (offset > CONTENTS_BYTES_MAX || bytes > CONTENTS_BYTES_MAX - offset) {
    return EFBIG;
  }
  uint64_t end = offset + bytes;
  for (uint64_t at = offset; at < end;) {
    uint32_t number = number_or_new(contents, at / BLOCK_BYTES);
    if (number == 0) {
      return ENOSPC;
    }
    size_t piece = piece_bytes(at, end);
    if (data) {
      memcpy(block_at(number) + at % BLOCK_BYTES, data + (at - offset), piece);
    }
    at += piece;
  }
  return 0;
}

int contents_write(struct contents *contents, uint64_t offset, const void *data, size_t bytes) {
  pthread_mutex_lock(&lock);
  int wrong = fill(contents, offset, data, bytes);
  if (!wrong && offset + bytes > contents->size) {
    contents->size = offset + bytes;
  }
  pthread_mutex_unlock(&lock);
  return wrong;
}

int contents_reserve(struct contents *contents, uint64_t offset, uint64_t bytes) {
  pthread_mutex_lock(&lock);
  int wrong = fill(contents, offset, NULL, bytes);
  pthread_mutex_unlock(&lock);
  return wrong;
}

static void release_from(struct contents *contents, uint64_t first) {
  for (uint64_t group = first / NUMBERS_PER_BLOCK; group < NUMBER_BLOCKS_MAX; group++) {
    if (contents->number_blocks[group] == 0) {
      continue;
    }
    uint32_t *numbers = numbers_of(contents, group * NUMBERS_PER_BLOCK);
    uint64_t from = group == first / NUMBERS_PER_BLOCK ? first % NUMBERS_PER_BLOCK : 0;
    for (uint64_t i = from; i < NUMBERS_PER_BLOCK; i++) {
      if (numbers[i] != 0) {
        block_release(numbers[i]);
        numbers[i] = 0;
        contents->blocks--;
      }
    }
    if (from == 0) {
      block_release(contents->number_blocks[group]);
      contents->number_blocks[group] = 0;
    }
  }
}

int contents_resize(struct contents *contents, uint64_t size) {
  if (size > CONTENTS_BYTES_MAX) {
    return EFBIG;
  }
  pthread_mutex_lock(&lock);
  if (size <= contents->size) {
    /* For the same size, too: blocks may be reserved after the end. */
    release_from(contents, (size + BLOCK_BYTES - 1) / BLOCK_BYTES);
    if (size % BLOCK_BYTES != 0) {
      uint32_t last = number_of(contents, size / BLOCK_BYTES);
      if (last != 0) {
        memset(block_at(last) + size % BLOCK_BYTES, 0, BLOCK_BYTES - size % BLOCK_BYTES);
      }
    }
  }
  contents->size = size;
  pthread_mutex_unlock(&lock);
  return 0;
}

void contents_space(uint32_t *total, uint32_t *free) {
  pthread_mutex_lock(&lock);
  *total = blocks_total();
  *free = blocks_free();
  pthread_mutex_unlock(&lock);
}
