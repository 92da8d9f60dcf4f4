#define _GNU_SOURCE
#include "zero_ahead.h"

#include <stdlib.h>

#include "clock.h"
#include "condition.h"
#include "priority.h"
#include "zeroing_plan.h"

/* One claim of zeros: one call of the file system's journal. */
#define CLAIM_BYTES (256u << 10)
/* Without anything to zero it looks so often whether there is. */
#define IDLE_NANOS (SKW_NANOS_PER_SECOND / 10)
/* A disk that was full for a moment costs commits no longer than it has to. */
#define RETRY_NANOS (5ull * SKW_NANOS_PER_SECOND)
/* A full disk is not filled again and again. */
#define SPARE_RETRY_NANOS (60ull * SKW_NANOS_PER_SECOND)
/* Nobody waits for the next file. */
#define SPARE_PAUSE_NANOS ((uint64_t)(SKW_ZERO_BYTES / SKW_ZEROS_PER_SECOND_MIN * 1e9))

struct skw_zero_ahead {
  int directory;
  struct skw_log_settings settings;
  pthread_t thread;
  pthread_mutex_t lock;
  pthread_cond_t changed;
  struct skw_log_file *log; /* that is followed */
  struct skw_log_file *spare;
  const struct skw_log_file *in_hand; /* the thread uses it now */
  bool spare_wanted;
  bool is_new; /* log: the thread has no plan for it yet */
  bool woken;
  bool closing;
  _Atomic bool idle; /* sleeps until there is something to do; only then a commit wakes it */

  /* By the thread. */
  struct skw_zeroing_plan plan;
  uint64_t next_bytes; /* zeros that the next file is to begin with */
  uint64_t refill_not_before;
  uint64_t spare_not_before;
  uint64_t spare_zeros_not_before;
};

/* Caller holds the lock. */
static void wake(struct skw_zero_ahead *ahead) {
  ahead->woken = true;
  pthread_cond_broadcast(&ahead->changed);
}

/* Sleeps for so long, or until it is woken. */
static void sleep_nanos(struct skw_zero_ahead *ahead, uint64_t nanos) {
  struct timespec until = skw_at(skw_nanos() + nanos);
  pthread_mutex_lock(&ahead->lock);
  while (!ahead->woken && !ahead->closing &&
         pthread_cond_timedwait(&ahead->changed, &ahead->lock, &until) == 0) {
  }
  ahead->woken = false;
  pthread_mutex_unlock(&ahead->lock);
}

static void put_down(struct skw_zero_ahead *ahead) {
  pthread_mutex_lock(&ahead->lock);
  ahead->in_hand = NULL;
  pthread_cond_broadcast(&ahead->changed);
  pthread_mutex_unlock(&ahead->lock);
}

/* Caller holds the lock; it is released while waiting. */
static void await_put_down(struct skw_zero_ahead *ahead, const struct skw_log_file *file) {
  while (file != NULL && ahead->in_hand == file) {
    pthread_cond_wait(&ahead->changed, &ahead->lock);
  }
}

/* Writes the zeros of one claim. */
static int zero_claim(struct skw_zero_ahead *ahead, struct skw_log_file *log, uint64_t from) {
  int error = skw_sized_file_make_room(&log->sized, from + CLAIM_BYTES);
  for (uint64_t at = from; error == 0 && at < from + CLAIM_BYTES; at += SKW_ZERO_BYTES) {
    uint64_t start = skw_nanos();
    error = skw_sized_file_zero(&log->sized, at);
    if (error == 0) {
      double nanos = SKW_ZERO_BYTES / skw_zeroing_per_second(&ahead->plan) * 1e9;
      skw_frontier_pause(&log->frontier, start + (uint64_t)nanos);
    }
  }
  return error == 0 ? skw_log_file_settle(log) : error;
}

static bool refill_failed(struct skw_zero_ahead *ahead, int error) {
  if (error != 0) {
    ahead->refill_not_before = skw_nanos() + RETRY_NANOS; /* commits make their own room meanwhile */
  }
  return error != 0;
}

/* Commits that find no zeros still find a file that is long enough. */
static void make_room(struct skw_zero_ahead *ahead, struct skw_log_file *log, uint64_t ahead_bytes) {
  uint64_t from;
  if (skw_sized_file_has_room(&log->sized, log->durable + ahead_bytes) ||
      !skw_frontier_claim(&log->frontier, CLAIM_BYTES, &from)) {
    return;
  }
  int error = skw_sized_file_make_room(&log->sized, from + ahead_bytes);
  if (error == 0) {
    error = skw_log_file_settle(log);
  }
  refill_failed(ahead, error);
  skw_frontier_done(&log->frontier, false); /* there is room, and no zeros */
}

/* Zeroes one claim if zeros are wanted. */
static bool refill_log(struct skw_zero_ahead *ahead, struct skw_log_file *log) {
  uint64_t now = skw_nanos();
  skw_zeroing_plan_told(&ahead->plan, (double)now / 1e9, log->durable, log->commits);
  ahead->next_bytes = skw_zeroing_next_bytes(&ahead->plan, log->durable);
  if (now < ahead->refill_not_before) {
    return false;
  }
  uint64_t ahead_bytes = skw_zeroing_ahead_bytes(&ahead->plan);
  if (!skw_zeroing_wanted(&ahead->plan)) {
    make_room(ahead, log, ahead_bytes);
    return false;
  }
  uint64_t from;
  if (skw_frontier_zeroed(&log->frontier) >= log->durable + ahead_bytes ||
      !skw_frontier_claim(&log->frontier, CLAIM_BYTES, &from)) {
    return false;
  }
  bool failed = refill_failed(ahead, zero_claim(ahead, log, from));
  skw_frontier_done(&log->frontier, !failed);
  return !failed;
}

static bool refill(struct skw_zero_ahead *ahead) {
  pthread_mutex_lock(&ahead->lock);
  struct skw_log_file *log = ahead->log;
  ahead->in_hand = log;
  bool is_new = ahead->is_new;
  ahead->is_new = false;
  pthread_mutex_unlock(&ahead->lock);
  if (log == NULL) {
    return false;
  }
  if (is_new) {
    skw_zeroing_plan_open(&ahead->plan, ahead->settings.zeros_ahead);
  }
  bool busy = refill_log(ahead, log);
  put_down(ahead);
  return busy;
}

static bool make_spare(struct skw_zero_ahead *ahead) {
  pthread_mutex_lock(&ahead->lock);
  bool wanted = ahead->spare_wanted && ahead->spare == NULL;
  pthread_mutex_unlock(&ahead->lock);
  if (!wanted || skw_nanos() < ahead->spare_not_before) {
    return false;
  }
  struct skw_log_file *made;
  if (skw_log_file_make(ahead->directory, ahead->settings, &made) != 0) {
    ahead->spare_not_before = skw_nanos() + SPARE_RETRY_NANOS;
    return false;
  }
  pthread_mutex_lock(&ahead->lock);
  ahead->spare = made;
  pthread_mutex_unlock(&ahead->lock);
  return true;
}

/*
 * Zeroes one request of the next file, if it is to have more zeros. It is not settled before it is
 * taken: that would be one call of the journal after another.
 */
static bool zero_spare(struct skw_zero_ahead *ahead) {
  pthread_mutex_lock(&ahead->lock);
  struct skw_log_file *spare = ahead->spare;
  ahead->in_hand = spare;
  pthread_mutex_unlock(&ahead->lock);
  if (spare == NULL) {
    return false;
  }
  bool more = skw_frontier_zeroed(&spare->frontier) + SKW_ZERO_BYTES <= ahead->next_bytes &&
              skw_nanos() >= ahead->spare_zeros_not_before;
  bool failed = more && skw_log_file_zero_more(spare) != 0;
  put_down(ahead);
  if (failed) {
    ahead->spare_zeros_not_before = skw_nanos() + RETRY_NANOS;
  }
  if (!more || failed) {
    return false;
  }
  sleep_nanos(ahead, SPARE_PAUSE_NANOS);
  return true;
}

static void *run(void *argument) {
  struct skw_zero_ahead *ahead = argument;
  skw_priority_of_zeros();
  bool closing = false;
  while (!closing) {
    if (!refill(ahead) && !make_spare(ahead) && !zero_spare(ahead)) {
      /* Where there are no zeros the tail is always near their end, and a commit would always wake it. */
      ahead->idle = skw_zeroing_wanted(&ahead->plan);
      sleep_nanos(ahead, IDLE_NANOS);
      ahead->idle = false;
    }
    pthread_mutex_lock(&ahead->lock);
    closing = ahead->closing;
    pthread_mutex_unlock(&ahead->lock);
  }
  return NULL;
}

static void release(struct skw_zero_ahead *ahead) {
  pthread_cond_destroy(&ahead->changed);
  pthread_mutex_destroy(&ahead->lock);
  free(ahead);
}

struct skw_zero_ahead *skw_zero_ahead_open(int directory, struct skw_log_settings settings) {
  struct skw_zero_ahead *ahead = calloc(1, sizeof *ahead);
  if (ahead == NULL) {
    return NULL;
  }
  ahead->directory = directory;
  ahead->settings = settings;
  skw_zeroing_plan_open(&ahead->plan, settings.zeros_ahead);
  pthread_mutex_init(&ahead->lock, NULL);
  skw_condition_open(&ahead->changed);
  if (pthread_create(&ahead->thread, NULL, run, ahead) != 0) {
    release(ahead);
    return NULL;
  }
  return ahead;
}

struct skw_log_file *skw_zero_ahead_take_spare(struct skw_zero_ahead *ahead) {
  if (ahead == NULL) {
    return NULL;
  }
  pthread_mutex_lock(&ahead->lock);
  struct skw_log_file *taken = ahead->spare;
  ahead->spare = NULL;
  ahead->spare_wanted = false;
  await_put_down(ahead, taken);
  pthread_mutex_unlock(&ahead->lock);
  return taken;
}

void skw_zero_ahead_follow(struct skw_zero_ahead *ahead, struct skw_log_file *log) {
  if (ahead == NULL) {
    return;
  }
  pthread_mutex_lock(&ahead->lock);
  ahead->log = log;
  ahead->is_new = true;
  ahead->spare_wanted = true;
  wake(ahead);
  pthread_mutex_unlock(&ahead->lock);
}

void skw_zero_ahead_unfollow(struct skw_zero_ahead *ahead, struct skw_log_file *log) {
  skw_frontier_close(&log->frontier);
  if (ahead == NULL) {
    return;
  }
  pthread_mutex_lock(&ahead->lock);
  ahead->log = NULL;
  await_put_down(ahead, log);
  pthread_mutex_unlock(&ahead->lock);
}

void skw_zero_ahead_tail_moved(struct skw_zero_ahead *ahead, struct skw_log_file *log) {
  if (ahead == NULL || !ahead->idle ||
      skw_frontier_zeroed(&log->frontier) >= log->durable + SKW_AHEAD_BYTES_MIN / 2) {
    return;
  }
  pthread_mutex_lock(&ahead->lock);
  wake(ahead);
  pthread_mutex_unlock(&ahead->lock);
}

void skw_zero_ahead_close(struct skw_zero_ahead *ahead) {
  if (ahead == NULL) {
    return;
  }
  pthread_mutex_lock(&ahead->lock);
  ahead->closing = true;
  wake(ahead);
  pthread_mutex_unlock(&ahead->lock);
  pthread_join(ahead->thread, NULL);
  if (ahead->spare != NULL) {
    skw_log_file_close(ahead->spare);
  }
  release(ahead);
}
