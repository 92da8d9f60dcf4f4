/*
 * Without shared memory: each entry comes through standard input, followed by its bytes, and is
 * answered on standard output. One that is cut off has not been submitted.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include "transport.h"

int skw_by_pipe_open(struct skw_log_settings settings, void **memory, uint64_t *data_bytes) {
  void *own = mmap(NULL, SKW_DATA_AT + SKW_PIPED_DATA_BYTES, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (own == MAP_FAILED) {
    return skw_fail("no memory for", "a pipe", errno);
  }
  struct skw_ring *ring = own;
  ring->size_step_bytes = settings.size_step_bytes;
  ring->zeros_ahead = settings.zeros_ahead;
  *memory = own;
  *data_bytes = SKW_PIPED_DATA_BYTES;
  return 0;
}

/* Reads so many bytes. False if standard input ends before. */
static bool read_all(void *to, size_t bytes) {
  char *at = to;
  while (bytes > 0) {
    ssize_t got = read(STDIN_FILENO, at, bytes);
    if (got == 0 || (got < 0 && errno != EINTR)) {
      return false;
    }
    if (got > 0) {
      at += got;
      bytes -= (size_t)got;
    }
  }
  return true;
}

/* The bytes of an entry, to where they are in a ring. */
static bool read_range(struct skw_orders *orders, uint64_t from, uint64_t to) {
  while (from < to) {
    uint64_t at = from & orders->mask;
    uint64_t some = to - from < orders->mask + 1 - at ? to - from : orders->mask + 1 - at;
    if (!read_all(orders->data + at, some)) {
      return false;
    }
    from += some;
  }
  return true;
}

static void answer(struct skw_orders *orders, int error) {
  struct skw_answer answer = {
      .completed = orders->completed,
      .error = (uint32_t)error,
      .io_class = atomic_load_explicit(&orders->ring->io_class, memory_order_relaxed),
      .overruns = skw_orders_overruns(orders),
  };
  /* At most PIPE_BUF: all of it or nothing. */
  ssize_t ignored = write(STDOUT_FILENO, &answer, sizeof answer);
  (void)ignored; /* a server that is gone is seen at standard input */
}

int skw_by_pipe_run(struct skw_orders *orders) {
  for (;;) {
    struct skw_entry *entry = skw_orders_entry(orders, orders->completed);
    if (!read_all(entry, sizeof *entry)) {
      return EXIT_SUCCESS;
    }
    int error = 0;
    if (entry->from > entry->to || entry->to - entry->from > orders->mask + 1) {
      error = EPROTO;
    } else if (!read_range(orders, entry->from, entry->to)) {
      return EXIT_SUCCESS;
    } else {
      error = skw_orders_carry_out(orders, orders->completed + 1);
    }
    if (error == ECANCELED) {
      return EXIT_SUCCESS;
    }
    answer(orders, error);
    if (error != 0) {
      skw_stay_failed(orders, error);
      return EXIT_FAILURE;
    }
  }
}
