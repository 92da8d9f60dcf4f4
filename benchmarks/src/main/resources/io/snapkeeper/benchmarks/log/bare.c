/*
 * The least that a commit costs: durable direct writes over blocks that hold zeros, of the blocks
 * that a record of the given size touches in a log, and nothing else.
 *
 *   bare FILE RECORD-BYTES PER-SECOND WARM-UP-SECONDS SECONDS
 *
 * PER-SECOND 0: one after the other. Prints the CPU time of the measured part, and then how long
 * each commit took, in nanoseconds.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define BLOCK_BYTES 4096
#define HEADER_BYTES 16 /* as in a log: no record begins with a block */
#define FILE_BYTES (64 << 20)
#define ZERO_BYTES (1 << 20)
#define NANOS 1000000000

static void die(const char *what) {
  fprintf(stderr, "bare: %s: %s\n", what, strerror(errno));
  exit(1);
}

static int64_t now(clockid_t clock) {
  struct timespec time;
  clock_gettime(clock, &time);
  return (int64_t)time.tv_sec * NANOS + time.tv_nsec;
}

static void *blocks(size_t bytes) {
  void *memory;
  if (posix_memalign(&memory, BLOCK_BYTES, bytes) != 0) {
    errno = ENOMEM;
    die("memory");
  }
  memset(memory, 0, bytes);
  return memory;
}

static int zeroed(const char *path) {
  int file = open(path, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0600);
  if (file < 0) {
    die(path);
  }
  char *zeros = blocks(ZERO_BYTES);
  for (int at = 0; at < FILE_BYTES; at += ZERO_BYTES) {
    if (pwrite(file, zeros, ZERO_BYTES, at) != ZERO_BYTES) {
      die(path);
    }
  }
  if (fsync(file) != 0 || close(file) != 0) {
    die(path);
  }
  free(zeros);
  file = open(path, O_WRONLY | O_DIRECT | O_DSYNC | O_CLOEXEC);
  if (file < 0) {
    die(path);
  }
  return file;
}

struct log {
  int file;
  char *buffer;
  int64_t record_bytes;
  int64_t tail;
};

static int64_t up(int64_t bytes) { return (bytes + BLOCK_BYTES - 1) / BLOCK_BYTES * BLOCK_BYTES; }

static void commit(struct log *log) {
  if (up(log->tail + log->record_bytes) > FILE_BYTES) {
    log->tail = HEADER_BYTES;
  }
  int64_t from = log->tail / BLOCK_BYTES * BLOCK_BYTES;
  log->tail += log->record_bytes;
  int64_t left = up(log->tail) - from;
  while (left > 0) {
    ssize_t written = pwrite(log->file, log->buffer, (size_t)left, from);
    if (written <= 0) {
      die("write");
    }
    from += written;
    left -= written;
  }
}

/* As CommitLoop: times from when a commit was due, unless this thread slept and woke late. */
static size_t run(struct log *log, int64_t per_second, double seconds, int64_t *took, size_t room) {
  int64_t start = now(CLOCK_MONOTONIC);
  int64_t end = start + (int64_t)(seconds * NANOS);
  int64_t period = per_second == 0 ? 0 : NANOS / per_second;
  int64_t due = start;
  size_t count = 0;
  for (int64_t time = start; time < end; time = now(CLOCK_MONOTONIC)) {
    int idle = time < due;
    while (time < due) {
      struct timespec until = {.tv_sec = due / NANOS, .tv_nsec = due % NANOS};
      clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &until, NULL);
      time = now(CLOCK_MONOTONIC);
    }
    int64_t from = period == 0 || idle ? time : due;
    commit(log);
    if (count == room) {
      errno = EOVERFLOW; /* a figure of some of the commits would be none of all */
      die("more commits than there is room for");
    }
    took[count++] = now(CLOCK_MONOTONIC) - from;
    due += period;
  }
  return count;
}

int main(int argc, char **argv) {
  if (argc != 6) {
    fputs("usage: bare FILE RECORD-BYTES PER-SECOND WARM-UP-SECONDS SECONDS\n", stderr);
    return 2;
  }
  struct log log = {.file = zeroed(argv[1]), .record_bytes = atoll(argv[2]), .tail = HEADER_BYTES};
  if (log.record_bytes < 1 || up(log.record_bytes) + BLOCK_BYTES > FILE_BYTES) {
    fprintf(stderr, "bare: a record of %s bytes; 1 to %d fit\n", argv[2], FILE_BYTES - 2 * BLOCK_BYTES);
    return 2;
  }
  log.buffer = blocks((size_t)up(log.record_bytes) + 2 * BLOCK_BYTES);
  int64_t per_second = atoll(argv[3]);
  double seconds = atof(argv[5]);
  double warm_up_seconds = atof(argv[4]);
  /* Memory takes no more than so many of one thread in a second. */
  size_t room = (size_t)((seconds > warm_up_seconds ? seconds : warm_up_seconds) * 3000000) + 1;
  int64_t *took = blocks(room * sizeof *took);
  run(&log, per_second, warm_up_seconds, took, room);
  int64_t cpu = now(CLOCK_PROCESS_CPUTIME_ID);
  size_t count = run(&log, per_second, seconds, took, room);
  printf("%lld\n", (long long)(now(CLOCK_PROCESS_CPUTIME_ID) - cpu));
  for (size_t i = 0; i < count; i++) {
    printf("%lld\n", (long long)took[i]);
  }
  return 0;
}
