#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "../clock.h"
#include "../crc32c.h"
#include "../file_system.h"
#include "../owner.h"
#include "../ring.h"
#include "snapkeeper-wal.h"
#include "writer.h"

/* What waits for its commit; group commits are far smaller. */
#define DATA_BYTES (4u << 20)
#define HUNG_AFTER_MILLIS 30000u
/* A writer whose program has died is gone within milliseconds. */
#define OWNER_WAIT_MILLIS 10000u
/* A writer that dies at each entry will die at the next one, too. */
#define RESPAWNS_PER_ENTRY 2

struct skw_log {
  char *directory;
  char *program;
  uint32_t hung_after_millis;
  int owner; /* holds the directory for this program; -1: not taken */
  char token[SKW_TOKEN_CHARS + 1];
  int memory; /* the ring's file, which has no name */
  struct skw_ring *ring;
  struct skw_entry *entries;
  char *data;
  struct skw_writer writer;
  bool open;
  bool poisoned;
  int poison; /* why: an errno */
  char name[SKW_NAME_BYTES_MAX + 1];
  uint64_t tail;
  uint64_t durable;
  uint64_t respawns;
};

/* How a wait for the writer ended. */
enum outcome { DONE, FAILED, GONE };

static size_t ring_bytes(void) { return SKW_DATA_AT + (size_t)DATA_BYTES; }

static int make_ring(struct skw_log *log, uint64_t size_step_bytes, bool zeros_ahead) {
  log->memory = memfd_create("snapkeeper-wal", MFD_CLOEXEC);
  if (log->memory < 0) {
    return errno;
  }
  /* Memory that is only mapped is missed later, by a signal that ends the process. */
  int error = posix_fallocate(log->memory, 0, (off_t)ring_bytes());
  if (error != 0) {
    return error;
  }
  void *memory = mmap(NULL, ring_bytes(), PROT_READ | PROT_WRITE, MAP_SHARED, log->memory, 0);
  if (memory == MAP_FAILED) {
    return errno;
  }
  log->ring = memory;
  log->entries = (struct skw_entry *)((char *)memory + SKW_ENTRIES_AT);
  log->data = (char *)memory + SKW_DATA_AT;
  log->ring->magic = SKW_MAGIC;
  log->ring->version = SKW_VERSION;
  log->ring->data_bytes = DATA_BYTES;
  log->ring->size_step_bytes = size_step_bytes;
  log->ring->zeros_ahead = zeros_ahead;
  return 0;
}

static int start_writer(struct skw_log *log) {
  return skw_writer_start(&log->writer, log->program, log->directory, log->token, log->memory);
}

static uint32_t checksum_of(const struct skw_log *log, uint64_t from, uint64_t to) {
  uint32_t crc = 0;
  while (from < to) {
    uint64_t at = from % DATA_BYTES;
    uint64_t some = to - from < DATA_BYTES - at ? to - from : DATA_BYTES - at;
    crc = skw_crc32c(crc, log->data + at, some);
    from += some;
  }
  return crc;
}

/* The ring always has room: each entry is waited for before the next one. */
static void submit(struct skw_log *log, uint32_t kind, uint64_t from, uint64_t to, const char *name) {
  uint64_t number = atomic_load_explicit(&log->ring->submitted, memory_order_relaxed);
  struct skw_entry *entry = &log->entries[number % SKW_ENTRIES];
  entry->kind = kind;
  entry->checksum = kind == SKW_RESUME ? 0 : checksum_of(log, from, to);
  entry->from = from;
  entry->to = to;
  entry->name_bytes = (uint32_t)strlen(name);
  memcpy(entry->name, name, entry->name_bytes);
  atomic_store(&log->ring->submitted, number + 1);
}

static enum outcome await_writer(struct skw_log *log) {
  uint64_t number = atomic_load_explicit(&log->ring->submitted, memory_order_relaxed);
  uint64_t hung = skw_nanos() + log->hung_after_millis * 1000000ull;
  if (atomic_exchange(&log->ring->writer_sleeps, 0) != 0) {
    skw_writer_ring(&log->writer);
  }
  while (atomic_load(&log->ring->completed) != number) {
    if (atomic_load(&log->ring->error) != 0) {
      return FAILED;
    }
    atomic_store(&log->ring->server_sleeps, 1);
    if (atomic_load(&log->ring->completed) == number || atomic_load(&log->ring->error) != 0) {
      atomic_store(&log->ring->server_sleeps, 0);
      continue;
    }
    if (!skw_writer_await(&log->writer, hung) && atomic_load(&log->ring->completed) != number) {
      return GONE;
    }
  }
  return DONE;
}

/* Nobody writes any more when this returns 0, but a new writer. */
static int replace_writer(struct skw_log *log) {
  skw_writer_kill(&log->writer);
  if (!skw_writer_reap(&log->writer)) {
    return EIO;
  }
  skw_writer_hang_up(&log->writer);
  atomic_store(&log->ring->submitted, atomic_load(&log->ring->completed));
  atomic_store(&log->ring->error, 0);
  atomic_store(&log->ring->writer_sleeps, 0);
  atomic_store(&log->ring->server_sleeps, 0);
  log->respawns++;
  return start_writer(log);
}

static int poison(struct skw_log *log, int why) {
  log->poisoned = true;
  log->poison = why == 0 ? EIO : why;
  return ENOTRECOVERABLE;
}

static int take_directory(struct skw_log *log, uint32_t wait_millis, bool *zeros_ahead) {
  int directory = open(log->directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (directory < 0) {
    return errno;
  }
  int patience = (int)(wait_millis == 0 ? OWNER_WAIT_MILLIS : wait_millis);
  int error = skw_owner_take(directory, patience, log->token, &log->owner);
  *zeros_ahead = skw_file_system_of(directory).zeros_ahead;
  close(directory);
  return error;
}

int skw_log_open(const struct skw_log_options *options, skw_log **opened) {
  if (options->directory == NULL || options->hung_after_millis > INT32_MAX ||
      options->owner_wait_millis > INT32_MAX) {
    return EINVAL;
  }
  struct skw_log *log = calloc(1, sizeof *log);
  if (log == NULL) {
    return ENOMEM;
  }
  uint32_t hung = options->hung_after_millis;
  log->hung_after_millis = hung == 0 ? HUNG_AFTER_MILLIS : hung;
  log->owner = -1;
  log->memory = -1;
  log->writer = SKW_NO_WRITER;
  log->directory = strdup(options->directory);
  log->program = strdup(options->writer == NULL ? "snapkeeper-wal" : options->writer);
  int error = log->directory == NULL || log->program == NULL ? ENOMEM : 0;
  bool zeros_ahead = true;
  if (error == 0) {
    error = take_directory(log, options->owner_wait_millis, &zeros_ahead);
  }
  if (error == 0) {
    error = make_ring(log, options->size_step_bytes, zeros_ahead);
  }
  if (error == 0) {
    error = start_writer(log);
  }
  if (error != 0) {
    skw_log_close(log);
    return error;
  }
  *opened = log;
  return 0;
}

int skw_log_begin(skw_log *log, const char *name, const void *header, size_t header_bytes) {
  if (log->poisoned) {
    return ENOTRECOVERABLE;
  }
  if (log->open) {
    return EBUSY;
  }
  if (strlen(name) > SKW_NAME_BYTES_MAX || strncmp(name, "log.", 4) != 0 ||
      strchr(name, '/') != NULL || header_bytes > SKW_HEADER_BYTES_MAX) {
    return EINVAL;
  }
  memcpy(log->data, header, header_bytes);
  for (int attempt = 0;; attempt++) {
    submit(log, SKW_BEGIN, 0, header_bytes, name);
    enum outcome outcome = await_writer(log);
    if (outcome == DONE) {
      break;
    }
    int error = (int)atomic_load(&log->ring->error);
    int replaced = replace_writer(log);
    if (replaced != 0) {
      return poison(log, replaced);
    }
    if (outcome == FAILED || attempt == RESPAWNS_PER_ENTRY) {
      return error == 0 ? EIO : error;
    }
  }
  strcpy(log->name, name);
  log->open = true;
  log->tail = header_bytes;
  log->durable = header_bytes;
  return 0;
}

int skw_log_append(skw_log *log, const void *bytes, size_t count) {
  if (log->poisoned) {
    return ENOTRECOVERABLE;
  }
  if (!log->open) {
    return EBADF;
  }
  const char *from = bytes;
  while (count > 0) {
    /* The block with the last durable byte stays: the next write begins with it. */
    uint64_t room = DATA_BYTES - SKW_BLOCK_BYTES_MAX - (log->tail - log->durable);
    if (room == 0) {
      int error = skw_log_commit(log);
      if (error != 0) {
        return error;
      }
      continue;
    }
    uint64_t at = log->tail % DATA_BYTES;
    size_t some = count < room ? count : (size_t)room;
    if (some > DATA_BYTES - at) {
      some = (size_t)(DATA_BYTES - at);
    }
    memcpy(log->data + at, from, some);
    log->tail += some;
    from += some;
    count -= some;
  }
  return 0;
}

int skw_log_commit(skw_log *log) {
  if (log->poisoned) {
    return ENOTRECOVERABLE;
  }
  if (!log->open) {
    return EBADF;
  }
  enum outcome outcome = DONE;
  for (int attempt = 0; log->durable != log->tail; attempt++) {
    if (outcome == DONE) {
      submit(log, SKW_COMMIT, log->durable, log->tail, "");
      outcome = await_writer(log);
    }
    if (outcome == DONE) {
      log->durable = log->tail;
      break;
    }
    if (outcome == FAILED) {
      return poison(log, (int)atomic_load(&log->ring->error));
    }
    int replaced = attempt == RESPAWNS_PER_ENTRY ? EIO : replace_writer(log);
    if (replaced != 0) {
      return poison(log, replaced);
    }
    submit(log, SKW_RESUME, 0, log->durable, log->name);
    outcome = await_writer(log); /* this one can die as well, and is replaced, too */
  }
  return 0;
}

int skw_log_end(skw_log *log) {
  if (!log->open) {
    return log->poisoned ? ENOTRECOVERABLE : 0;
  }
  int error = skw_log_commit(log);
  if (error != 0) {
    return error;
  }
  log->open = false;
  submit(log, SKW_END, 0, 0, "");
  /* Everything is durable: a new writer has nothing to do with this file. */
  int error_at_end = await_writer(log) == DONE ? 0 : replace_writer(log);
  return error_at_end == 0 ? 0 : poison(log, error_at_end);
}

uint64_t skw_log_tail(const skw_log *log) { return log->open ? log->tail : 0; }

uint64_t skw_log_durable(const skw_log *log) { return log->open ? log->durable : 0; }

int skw_log_error(const skw_log *log) { return log->poison; }

uint64_t skw_log_respawns(const skw_log *log) { return log->respawns; }

int skw_log_writer_pid(const skw_log *log) { return log->writer.pid; }

void skw_log_close(skw_log *log) {
  if (log == NULL) {
    return;
  }
  skw_writer_hang_up(&log->writer); /* which ends the writer, once it has finished */
  if (!skw_writer_reap(&log->writer)) {
    skw_writer_kill(&log->writer);
  }
  if (log->writer.pid_fd >= 0) {
    close(log->writer.pid_fd);
  }
  if (log->ring != NULL) {
    munmap(log->ring, ring_bytes());
  }
  if (log->memory >= 0) {
    close(log->memory);
  }
  if (log->owner >= 0) {
    close(log->owner);
  }
  free(log->directory);
  free(log->program);
  free(log);
}
