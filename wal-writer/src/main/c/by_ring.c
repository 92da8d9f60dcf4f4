/* Orders in memory that both sides share; each rings by a byte where the other one sleeps. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "transport.h"

int skw_by_ring_open(const char *path, void **memory, uint64_t *data_bytes) {
  int fd = open(path, O_RDWR | O_CLOEXEC);
  struct stat about;
  if (fd < 0 || fstat(fd, &about) != 0) {
    return skw_fail("cannot open the ring", path, errno);
  }
  if (about.st_size < SKW_DATA_AT) {
    return skw_fail("too short for a ring:", path, EINVAL);
  }
  void *mapped = mmap(NULL, (size_t)about.st_size, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  close(fd);
  if (mapped == MAP_FAILED) {
    return skw_fail("cannot map the ring", path, errno);
  }
  const struct skw_ring *ring = mapped;
  uint64_t bytes = ring->data_bytes;
  if (ring->magic != SKW_MAGIC || ring->version != SKW_VERSION) {
    return skw_fail("no ring of this version:", path, EPROTO);
  }
  if (bytes < 2 * SKW_BLOCK_BYTES_MAX || (bytes & (bytes - 1)) != 0 ||
      bytes != (uint64_t)about.st_size - SKW_DATA_AT) {
    return skw_fail("the ring's size is not what it says:", path, EPROTO);
  }
  *memory = mapped;
  *data_bytes = bytes;
  return 0;
}

static void ring_the_server(struct skw_orders *orders) {
  if (atomic_exchange(&orders->ring->server_sleeps, 0) != 0) {
    ssize_t ignored = write(STDOUT_FILENO, "c", 1);
    (void)ignored; /* a server that is gone is seen at standard input */
  }
}

static void publish(struct skw_orders *orders) {
  if (orders->file != NULL) {
    atomic_store_explicit(&orders->ring->zeroed_bytes, skw_frontier_zeroed(&orders->file->frontier),
                          memory_order_relaxed);
  }
  atomic_store_explicit(&orders->ring->overruns, skw_orders_overruns(orders), memory_order_relaxed);
  atomic_store(&orders->ring->completed, orders->completed);
  ring_the_server(orders);
}

/* How many entries there are; the same as completed once the server is gone and all are done. */
static uint64_t await_entries(struct skw_orders *orders) {
  for (;;) {
    uint64_t submitted = atomic_load(&orders->ring->submitted);
    if (submitted != orders->completed) {
      return submitted;
    }
    atomic_store(&orders->ring->writer_sleeps, 1);
    submitted = atomic_load(&orders->ring->submitted);
    if (submitted != orders->completed) {
      atomic_store(&orders->ring->writer_sleeps, 0);
      return submitted;
    }
    bool there = skw_doorbell();
    atomic_store(&orders->ring->writer_sleeps, 0);
    if (!there) {
      return atomic_load(&orders->ring->submitted);
    }
  }
}

int skw_by_ring_run(struct skw_orders *orders) {
  for (;;) {
    uint64_t submitted = await_entries(orders);
    if (submitted == orders->completed) {
      return EXIT_SUCCESS;
    }
    int error = submitted - orders->completed > SKW_ENTRIES ? EPROTO : skw_orders_carry_out(orders, submitted);
    if (error == ECANCELED) {
      return EXIT_SUCCESS;
    }
    if (error != 0) {
      atomic_store(&orders->ring->error, (uint32_t)error);
      ring_the_server(orders);
      skw_stay_failed(orders, error);
      return EXIT_FAILURE;
    }
    publish(orders);
  }
}
