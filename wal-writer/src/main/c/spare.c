#define _GNU_SOURCE
#include "spare.h"

#include <errno.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>
#include <time.h>

#include "priority.h"
#include "zeroing_plan.h"

/* Nobody waits for the next file. */
#define PAUSE_NANOS ((long)(SKW_ZERO_BYTES / SKW_ZEROS_PER_SECOND_MIN * 1e9))
/* The thread is not woken for less. */
#define WANTED_STEP_BYTES (256u << 10)

struct skw_spare {
  int directory;
  struct skw_log_settings settings;
  pthread_t thread;
  pthread_mutex_t lock;
  pthread_cond_t changed;
  uint64_t wanted;
  bool taken;
  /* By the thread, read after it has ended. */
  int error;
  struct skw_log_file *file;
};

/* With the lock, which others get meanwhile. */
static void leave_to_others(struct skw_spare *spare) {
  struct timespec until;
  clock_gettime(CLOCK_MONOTONIC, &until);
  until.tv_nsec += PAUSE_NANOS;
  if (until.tv_nsec >= 1000000000L) {
    until.tv_sec++;
    until.tv_nsec -= 1000000000L;
  }
  while (!spare->taken && pthread_cond_timedwait(&spare->changed, &spare->lock, &until) == 0) {
  }
}

static void zero(struct skw_spare *spare) {
  bool more = true;
  pthread_mutex_lock(&spare->lock);
  while (!spare->taken) {
    if (!more || skw_log_file_zeroed_bytes(spare->file) + SKW_ZERO_BYTES > spare->wanted) {
      pthread_cond_wait(&spare->changed, &spare->lock);
      continue;
    }
    pthread_mutex_unlock(&spare->lock);
    /* Where it fails the file has fewer zeros, and is as good. */
    more = skw_log_file_zero_more(spare->file) == 0;
    pthread_mutex_lock(&spare->lock);
    leave_to_others(spare);
  }
  pthread_mutex_unlock(&spare->lock);
}

static void *make(void *argument) {
  struct skw_spare *spare = argument;
  skw_priority_of_zeros();
  spare->error = skw_log_file_make(spare->directory, spare->settings, &spare->file);
  if (spare->error != 0) {
    return NULL;
  }
  zero(spare);
  spare->error = skw_log_file_settle(spare->file);
  if (spare->error != 0) {
    skw_log_file_close(spare->file);
    spare->file = NULL;
  }
  return NULL;
}

static void release(struct skw_spare *spare) {
  pthread_cond_destroy(&spare->changed);
  pthread_mutex_destroy(&spare->lock);
  free(spare);
}

struct skw_spare *skw_spare_start(int directory, struct skw_log_settings settings) {
  struct skw_spare *spare = calloc(1, sizeof *spare);
  if (spare == NULL) {
    return NULL;
  }
  spare->directory = directory;
  spare->settings = settings;
  spare->wanted = settings.zeros_ahead ? SKW_AHEAD_BYTES_MIN : 0;
  pthread_mutex_init(&spare->lock, NULL);
  pthread_condattr_t clock;
  pthread_condattr_init(&clock);
  pthread_condattr_setclock(&clock, CLOCK_MONOTONIC);
  pthread_cond_init(&spare->changed, &clock);
  pthread_condattr_destroy(&clock);
  if (pthread_create(&spare->thread, NULL, make, spare) != 0) {
    release(spare);
    return NULL;
  }
  return spare;
}

void skw_spare_want(struct skw_spare *spare, uint64_t zeros) {
  if (spare == NULL) {
    return;
  }
  pthread_mutex_lock(&spare->lock);
  if (zeros >= spare->wanted + WANTED_STEP_BYTES) {
    spare->wanted = zeros;
    pthread_cond_signal(&spare->changed);
  }
  pthread_mutex_unlock(&spare->lock);
}

int skw_spare_take(struct skw_spare *spare, struct skw_log_file **file) {
  if (spare == NULL) {
    return ENOENT;
  }
  pthread_mutex_lock(&spare->lock);
  spare->taken = true;
  pthread_cond_signal(&spare->changed);
  pthread_mutex_unlock(&spare->lock);
  pthread_join(spare->thread, NULL);
  int error = spare->error;
  *file = spare->file;
  release(spare);
  return error;
}
