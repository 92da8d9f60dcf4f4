/* A condition whose timed waits end by the clock of skw_nanos: pthread's default is one that is set. */
#ifndef SNAPKEEPER_WAL_CONDITION_H
#define SNAPKEEPER_WAL_CONDITION_H

#include <pthread.h>
#include <time.h>

static inline void skw_condition_open(pthread_cond_t *condition) {
  pthread_condattr_t clock;
  pthread_condattr_init(&clock);
  pthread_condattr_setclock(&clock, CLOCK_MONOTONIC);
  pthread_cond_init(condition, &clock);
  pthread_condattr_destroy(&clock);
}

#endif
