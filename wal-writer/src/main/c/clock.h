/* Time that nobody sets, for rates and for waits that have an end. */
#ifndef SNAPKEEPER_WAL_CLOCK_H
#define SNAPKEEPER_WAL_CLOCK_H

#include <stdint.h>
#include <time.h>

#define SKW_NANOS_PER_SECOND 1000000000u

static inline uint64_t skw_nanos(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (uint64_t)now.tv_sec * SKW_NANOS_PER_SECOND + (uint64_t)now.tv_nsec;
}

/* As the timed waits of <pthread.h> want it, for conditions that are made by skw_condition_open. */
static inline struct timespec skw_at(uint64_t nanos) {
  return (struct timespec){.tv_sec = (time_t)(nanos / SKW_NANOS_PER_SECOND),
                           .tv_nsec = (long)(nanos % SKW_NANOS_PER_SECOND)};
}

#endif
