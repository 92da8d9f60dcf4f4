/*
 * The writer that records what it does, and whose clock a test moves: PROGRAM.clock begins with the time
 * in nanoseconds, followed by how often it was read. Timed waits are short and end as if they had been
 * long, since a clock that stands would never end them.
 */
#include "recording_writer.c"

#include <stdatomic.h>
#include <sys/mman.h>
#include <time.h>

#define WAIT_NANOS 200000
#define NANOS_PER_SECOND 1000000000

struct clock {
  _Atomic uint64_t nanos;
  _Atomic uint64_t reads;
};

static struct clock *scripted;
static pthread_once_t once = PTHREAD_ONCE_INIT;

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
  (void)until;
  struct timespec soon;
  __real_clock_gettime(CLOCK_MONOTONIC, &soon);
  soon.tv_nsec += WAIT_NANOS;
  if (soon.tv_nsec >= NANOS_PER_SECOND) {
    soon.tv_sec++;
    soon.tv_nsec -= NANOS_PER_SECOND;
  }
  return __real_pthread_cond_timedwait(condition, mutex, &soon);
}
