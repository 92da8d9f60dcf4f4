#define _GNU_SOURCE
#include "orders.h"

#include <errno.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/uio.h>

#include "clock.h"
#include "crc32c.h"
#include "transport.h"

static struct skw_log_settings settings_of(const struct skw_orders *orders) {
  return (struct skw_log_settings){
      .size_step_bytes = orders->ring->size_step_bytes,
      .zeros_ahead = orders->ring->zeros_ahead != 0,
  };
}

int skw_orders_open(struct skw_orders *orders, void *memory, uint64_t data_bytes, int directory) {
  *orders = (struct skw_orders){
      .ring = memory,
      .entries = (struct skw_entry *)((char *)memory + SKW_ENTRIES_AT),
      .data = (char *)memory + SKW_DATA_AT,
      .mask = data_bytes - 1,
      .directory = directory,
  };
  skw_log_file_remove_leftovers(directory);
  skw_priority_open(&orders->priority);
  atomic_store(&orders->ring->io_class, (uint32_t)orders->priority.best);
  orders->completed = atomic_load(&orders->ring->completed);
  int error = posix_memalign((void **)&orders->last_block, SKW_BLOCK_BYTES_MAX, SKW_BLOCK_BYTES_MAX);
  if (error == 0) {
    orders->ahead = skw_zero_ahead_open(directory, settings_of(orders));
  }
  return error;
}

struct skw_entry *skw_orders_entry(const struct skw_orders *orders, uint64_t number) {
  return &orders->entries[number % SKW_ENTRIES];
}

/*
 * An entry as it is now. The server can change its memory at any moment: what is checked has to be
 * what is used, and no compiler may read it twice.
 */
static struct skw_entry copy_of(const struct skw_orders *orders, uint64_t number) {
  struct skw_entry entry;
  memcpy(&entry, skw_orders_entry(orders, number), sizeof entry);
  __asm__ volatile("" : : "g"(&entry) : "memory");
  return entry;
}

static uint32_t checksum_of(const struct skw_orders *orders, uint64_t from, uint64_t to) {
  uint32_t crc = 0;
  while (from < to) {
    uint64_t at = from & orders->mask;
    uint64_t some = to - from;
    if (some > orders->mask + 1 - at) {
      some = orders->mask + 1 - at;
    }
    crc = skw_crc32c(crc, orders->data + at, some);
    from += some;
  }
  return crc;
}

/*
 * Writes the blocks that hold [from, to). The last one, if it is not full, is copied first and
 * filled up with zeros: the server may be appending to it.
 */
static int write_range(struct skw_orders *orders, uint64_t from, uint64_t to) {
  uint64_t block = orders->file->sized.block_bytes;
  uint64_t start = from / block * block;
  uint64_t whole = to / block * block;
  if (to - start > orders->mask + 1) {
    return EPROTO; /* the first block's bytes would be overwritten by the last ones */
  }
  struct iovec pieces[3];
  int count = 0;
  for (uint64_t at = start; at < whole;) {
    uint64_t offset = at & orders->mask;
    uint64_t some = whole - at;
    if (some > orders->mask + 1 - offset) {
      some = orders->mask + 1 - offset;
    }
    pieces[count].iov_base = (void *)(orders->data + offset);
    pieces[count].iov_len = some;
    count++;
    at += some;
  }
  if (to > whole) {
    memcpy(orders->last_block, orders->data + (whole & orders->mask), to - whole);
    memset(orders->last_block + (to - whole), 0, block - (to - whole));
    pieces[count].iov_base = orders->last_block;
    pieces[count].iov_len = block;
    count++;
  }
  /* As late as can be: the lock on the directory holds whoever comes, but for a server without it. */
  return skw_server_is_there() ? skw_log_file_write(orders->file, pieces, count, start, to) : ECANCELED;
}

/* The name in an entry, which must be a log's: nothing else in the directory is ours. */
static int name_of(const struct skw_entry *entry, char name[SKW_NAME_BYTES_MAX + 1]) {
  if (entry->name_bytes > SKW_NAME_BYTES_MAX) {
    return EPROTO;
  }
  memset(name, 0, SKW_NAME_BYTES_MAX + 1);
  memcpy(name, entry->name, entry->name_bytes);
  return strncmp(name, "log.", 4) == 0 && strchr(name, '/') == NULL ? 0 : EPROTO;
}

static int next_file(struct skw_orders *orders) {
  orders->file = skw_zero_ahead_take_spare(orders->ahead);
  if (orders->file != NULL) {
    if (skw_log_file_settle(orders->file) == 0) {
      return 0;
    }
    skw_log_file_close(orders->file);
    orders->file = NULL;
  }
  int error = skw_log_file_make(orders->directory, settings_of(orders), &orders->file);
  return error == 0 ? skw_log_file_settle(orders->file) : error;
}

/* The log is there and is written from now on. */
static void go_on(struct skw_orders *orders, uint64_t durable) {
  orders->durable = durable;
  atomic_store_explicit(&orders->ring->block_bytes, orders->file->sized.block_bytes, memory_order_relaxed);
  skw_zero_ahead_follow(orders->ahead, orders->file);
}

static int begin(struct skw_orders *orders, const struct skw_entry *entry) {
  char name[SKW_NAME_BYTES_MAX + 1];
  int error = name_of(entry, name);
  if (error != 0 || orders->file != NULL || entry->from != 0 || entry->to > SKW_HEADER_BYTES_MAX) {
    return EPROTO;
  }
  if (entry->checksum != checksum_of(orders, 0, entry->to)) {
    return EBADMSG;
  }
  error = next_file(orders);
  if (error == 0) {
    error = write_range(orders, 0, entry->to);
  }
  if (error == 0) {
    error = skw_log_file_publish(orders->file, name);
  }
  if (error == 0) {
    go_on(orders, entry->to);
  }
  return error;
}

static int resume(struct skw_orders *orders, const struct skw_entry *entry) {
  char name[SKW_NAME_BYTES_MAX + 1];
  if (name_of(entry, name) != 0 || orders->file != NULL) {
    return EPROTO;
  }
  int error = skw_log_file_reopen(orders->directory, name, settings_of(orders), entry->to, &orders->file);
  if (error == 0) {
    go_on(orders, entry->to);
  }
  return error;
}

/* Completes the commits that have been submitted, with one write; they may be several. */
static int commit(struct skw_orders *orders, uint64_t submitted) {
  uint64_t number = orders->completed;
  struct skw_entry entry = copy_of(orders, number);
  uint64_t from = entry.from;
  uint64_t to = from;
  for (; number < submitted && entry.kind == SKW_COMMIT; entry = copy_of(orders, ++number)) {
    if (entry.from != to || entry.to < to || entry.to - from > orders->mask + 1) {
      return EPROTO;
    }
    if (entry.checksum != checksum_of(orders, entry.from, entry.to)) {
      return EBADMSG;
    }
    to = entry.to;
  }
  if (orders->file == NULL || from != orders->durable) {
    return EPROTO;
  }
  uint64_t start = skw_nanos();
  skw_priority_take(&orders->priority, skw_priority_next(&orders->priority, start));
  int error = write_range(orders, from, to);
  uint64_t end = skw_nanos();
  skw_priority_told(&orders->priority, end, end - start);
  if (error == 0) {
    orders->durable = to;
    orders->completed = number;
    skw_zero_ahead_tail_moved(orders->ahead, orders->file);
  }
  return error;
}

int skw_orders_carry_out(struct skw_orders *orders, uint64_t submitted) {
  struct skw_entry entry = copy_of(orders, orders->completed);
  int error = 0;
  switch (entry.kind) {
    case SKW_BEGIN:
      error = begin(orders, &entry);
      break;
    case SKW_RESUME:
      error = resume(orders, &entry);
      break;
    case SKW_COMMIT:
      return commit(orders, submitted);
    case SKW_END:
      if (orders->file == NULL) {
        return EPROTO;
      }
      skw_zero_ahead_unfollow(orders->ahead, orders->file);
      orders->ended_overruns += skw_frontier_overruns(&orders->file->frontier);
      skw_log_file_close(orders->file);
      orders->file = NULL;
      break;
    default:
      return EPROTO;
  }
  if (error == 0) {
    orders->completed++;
  }
  return error;
}

uint64_t skw_orders_overruns(const struct skw_orders *orders) {
  return orders->ended_overruns + (orders->file == NULL ? 0 : skw_frontier_overruns(&orders->file->frontier));
}

void skw_orders_close(struct skw_orders *orders) {
  if (orders->file != NULL) {
    skw_zero_ahead_unfollow(orders->ahead, orders->file);
    skw_log_file_close(orders->file);
  }
  skw_zero_ahead_close(orders->ahead);
  free(orders->last_block);
}
