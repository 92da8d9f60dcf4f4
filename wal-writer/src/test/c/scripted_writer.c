/*
 * The writer that records what it does, and whose clock a test moves, in the memory of PROGRAM.clock.
 * Timed waits are short and end as if they had been long, since a clock that stands would never end
 * them. Where the test says so, the disk is full.
 */
#define __real_openat openat_unless_full
#define __real_pwrite pwrite_unless_full
#include "recording_writer.c"
#undef __real_openat
#undef __real_pwrite

#include <stdatomic.h>
#include <sys/mman.h>
#include <time.h>

#define WAIT_NANOS 200000
#define NANOS_PER_SECOND 1000000000

/* As WriterEngine has it. */
struct clock {
  _Atomic uint64_t nanos;
  _Atomic uint64_t reads;      /* how often it was */
  _Atomic uint64_t wait_nanos; /* of the latest timed wait */
  _Atomic uint64_t full;       /* 1: for zeros, 2: for files */
};

enum { FULL_FOR_ZEROS = 1, FULL_FOR_FILES = 2 };

static struct clock *scripted;
static pthread_once_t once = PTHREAD_ONCE_INIT;

int __real_openat(int directory, const char *name, int flags, ...);
ssize_t __real_pwrite(int fd, const void *bytes, size_t length, off_t at);
int __real_clock_gettime(clockid_t id, struct timespec *now);
int __wrap_clock_gettime(clockid_t id, struct timespec *now);

static void map_clock(void) {
  char path[4096];
  path_of(path, ".clock");
  int fd = __real_openat(AT_FDCWD, path, O_RDWR | O_CLOEXEC);
  void *mapped = fd < 0 ? MAP_FAILED : mmap(NULL, sizeof *scripted, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  if (mapped == MAP_FAILED) {
    abort();
  }
  close(fd);
  scripted = mapped;
}

static bool is_full(uint64_t what) {
  pthread_once(&once, map_clock);
  return (atomic_load(&scripted->full) & what) != 0;
}

int openat_unless_full(int directory, const char *name, int flags, ...) {
  va_list rest;
  va_start(rest, flags);
  mode_t mode = (flags & O_CREAT) != 0 ? va_arg(rest, mode_t) : 0;
  va_end(rest);
  if ((flags & O_EXCL) != 0 && is_full(FULL_FOR_FILES)) {
    errno = ENOSPC;
    return -1;
  }
  return __real_openat(directory, name, flags, mode);
}

/* Commits are made by pwritev. */
ssize_t pwrite_unless_full(int fd, const void *bytes, size_t length, off_t at) {
  if (is_full(FULL_FOR_ZEROS)) {
    errno = ENOSPC;
    return -1;
  }
  return __real_pwrite(fd, bytes, length, at);
}

int __wrap_clock_gettime(clockid_t id, struct timespec *now) {
  if (id != CLOCK_MONOTONIC) {
    return __real_clock_gettime(id, now);
  }
  pthread_once(&once, map_clock);
  uint64_t nanos = atomic_load(&scripted->nanos);
  atomic_fetch_add(&scripted->reads, 1);
  now->tv_sec = (time_t)(nanos / NANOS_PER_SECOND);
  now->tv_nsec = (long)(nanos % NANOS_PER_SECOND);
  return 0;
}

int __real_pthread_cond_timedwait(pthread_cond_t *condition, pthread_mutex_t *mutex, const struct timespec *until);
int __wrap_pthread_cond_timedwait(pthread_cond_t *condition, pthread_mutex_t *mutex, const struct timespec *until);

int __wrap_pthread_cond_timedwait(pthread_cond_t *condition, pthread_mutex_t *mutex, const struct timespec *until) {
  uint64_t end = (uint64_t)until->tv_sec * NANOS_PER_SECOND + (uint64_t)until->tv_nsec;
  atomic_store(&scripted->wait_nanos, end - atomic_load(&scripted->nanos));
  struct timespec soon;
  __real_clock_gettime(CLOCK_MONOTONIC, &soon);
  soon.tv_nsec += WAIT_NANOS;
  if (soon.tv_nsec >= NANOS_PER_SECOND) {
    soon.tv_sec++;
    soon.tv_nsec -= NANOS_PER_SECOND;
  }
  return __real_pthread_cond_timedwait(condition, mutex, &soon);
}
