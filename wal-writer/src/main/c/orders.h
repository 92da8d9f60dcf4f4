/*
 * The orders of a server, carried out one after the other. Where their bytes are is the same for
 * both transports: in the memory of a ring, shared or of our own.
 */
#ifndef SNAPKEEPER_WAL_ORDERS_H
#define SNAPKEEPER_WAL_ORDERS_H

#include <stdint.h>

#include "log_file.h"
#include "priority.h"
#include "ring.h"
#include "zero_ahead.h"

struct skw_orders {
  struct skw_ring *ring;
  struct skw_entry *entries;
  char *data;
  uint64_t mask; /* of positions in the data area */
  int directory;
  struct skw_log_file *file;
  struct skw_priority priority;
  struct skw_zero_ahead *ahead; /* NULL: there is no thread for zeros */
  char *last_block;
  uint64_t completed;
  uint64_t durable; /* of the current file */
  uint64_t ended_overruns; /* of files that have ended */
};

/*
 * Of a memory that holds a ring with so many bytes of data, a power of two, and for the logs of a
 * directory. Takes what an earlier writer has left there away. Returns 0 or an errno.
 */
int skw_orders_open(struct skw_orders *orders, void *memory, uint64_t data_bytes, int directory);

struct skw_entry *skw_orders_entry(const struct skw_orders *orders, uint64_t number);

/*
 * Carries out the entry after the completed ones, and with a commit those that follow it. Returns 0
 * or an errno, after which it is not known what of it is on stable storage.
 */
int skw_orders_carry_out(struct skw_orders *orders, uint64_t submitted);

/* Commits that found no zeros to overwrite. */
uint64_t skw_orders_overruns(const struct skw_orders *orders);

void skw_orders_close(struct skw_orders *orders);

#endif
