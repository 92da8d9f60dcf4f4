/*
 * The writer, linked with --wrap so that it can be killed before and after each of its system calls
 * that others see, and in the middle of a write. The file PROGRAM.dies says at which of these places,
 * counted from 1, and how many of the writers after this one die, each at its first place: all of
 * them if negative.
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <unistd.h>

#define ORDER_SUFFIX ".dies"
#define BLOCK_BYTES 4096
#define PIECES_MAX 4

static char order[4096];
static long dies_at; /* 0: nowhere */
static int more_die;
static atomic_long places;

__attribute__((constructor)) static void read_order(void) {
  char program[4000] = {0};
  if (readlink("/proc/self/exe", program, sizeof program - 1) < 0) {
    abort();
  }
  snprintf(order, sizeof order, "%s" ORDER_SUFFIX, program);
  FILE *file = fopen(order, "r");
  if (file == NULL) {
    return;
  }
  if (fscanf(file, "%ld %d", &dies_at, &more_die) != 2) {
    abort();
  }
  fclose(file);
}

static void die(void) {
  FILE *next = more_die != 0 ? fopen(order, "w") : NULL;
  if (next != NULL) {
    fprintf(next, "1 %d\n", more_die < 0 ? more_die : more_die - 1);
    fclose(next);
  } else {
    unlink(order);
  }
  kill(getpid(), SIGKILL);
  for (;;) {
    pause();
  }
}

static bool is_the_place(void) { return dies_at != 0 && atomic_fetch_add(&places, 1) + 1 == dies_at; }

static void place(void) {
  if (is_the_place()) {
    die();
  }
}

ssize_t __real_pwritev(int fd, const struct iovec *pieces, int count, off_t at);

/* Half of the blocks. */
static void write_a_part(int fd, const struct iovec *pieces, int count, off_t at) {
  size_t bytes = 0;
  for (int i = 0; i < count; i++) {
    bytes += pieces[i].iov_len;
  }
  size_t left = bytes / 2 / BLOCK_BYTES * BLOCK_BYTES;
  struct iovec part[PIECES_MAX];
  int parts = 0;
  for (int i = 0; i < count && left > 0 && i < PIECES_MAX; i++) {
    part[parts] = pieces[i];
    if (part[parts].iov_len > left) {
      part[parts].iov_len = left;
    }
    left -= part[parts].iov_len;
    parts++;
  }
  if (parts > 0 && __real_pwritev(fd, part, parts, at) < 0) {
    abort();
  }
}

ssize_t __wrap_pwritev(int fd, const struct iovec *pieces, int count, off_t at) {
  place();
  if (is_the_place()) {
    write_a_part(fd, pieces, count, at);
    die();
  }
  ssize_t written = __real_pwritev(fd, pieces, count, at);
  place();
  return written;
}

int __real_openat(int directory, const char *name, int flags, ...);

int __wrap_openat(int directory, const char *name, int flags, ...) {
  va_list rest;
  va_start(rest, flags);
  mode_t mode = (flags & O_CREAT) != 0 ? va_arg(rest, mode_t) : 0;
  va_end(rest);
  place();
  int fd = __real_openat(directory, name, flags, mode);
  place();
  return fd;
}

#define WRAP(type, name, parameters, arguments) \
  type __real_##name parameters;                \
  type __wrap_##name parameters {               \
    place();                                    \
    type result = __real_##name arguments;      \
    place();                                    \
    return result;                              \
  }

WRAP(ssize_t, pwrite, (int fd, const void *bytes, size_t length, off_t at), (fd, bytes, length, at))
WRAP(ssize_t, write, (int fd, const void *bytes, size_t length), (fd, bytes, length))
WRAP(ssize_t, read, (int fd, void *bytes, size_t length), (fd, bytes, length))
WRAP(int, ftruncate, (int fd, off_t length), (fd, length))
WRAP(int, fdatasync, (int fd), (fd))
WRAP(int, fsync, (int fd), (fd))
WRAP(int, renameat, (int from, const char *old, int to, const char *new), (from, old, to, new))
