#define _GNU_SOURCE
#include "frontier.h"

#include "clock.h"
#include "condition.h"

void skw_frontier_open(struct skw_frontier *frontier, uint64_t zeroed) {
  *frontier = (struct skw_frontier){.zeroed = zeroed, .claimed = zeroed};
  pthread_mutex_init(&frontier->lock, NULL);
  skw_condition_open(&frontier->changed);
}

void skw_frontier_free(struct skw_frontier *frontier) {
  pthread_cond_destroy(&frontier->changed);
  pthread_mutex_destroy(&frontier->lock);
}

bool skw_frontier_claim(struct skw_frontier *frontier, uint64_t bytes, uint64_t *from) {
  pthread_mutex_lock(&frontier->lock);
  /* A mutex is not fair: without this a commit would wait for one claim after the other. */
  while (frontier->awaited) {
    pthread_cond_wait(&frontier->changed, &frontier->lock);
  }
  bool open = !frontier->closed;
  if (open) {
    *from = frontier->zeroed;
    frontier->claimed = frontier->zeroed + bytes;
  }
  pthread_mutex_unlock(&frontier->lock);
  return open;
}

void skw_frontier_done(struct skw_frontier *frontier, bool success) {
  pthread_mutex_lock(&frontier->lock);
  if (success) {
    frontier->zeroed = frontier->claimed;
  } else {
    frontier->claimed = frontier->zeroed;
  }
  pthread_cond_broadcast(&frontier->changed);
  pthread_mutex_unlock(&frontier->lock);
}

/* Caller holds the lock; it is released while waiting. */
static void await_claim(struct skw_frontier *frontier, uint64_t end) {
  if (end <= frontier->zeroed || frontier->claimed == frontier->zeroed) {
    return;
  }
  frontier->awaited = true;
  pthread_cond_broadcast(&frontier->changed);
  while (frontier->claimed > frontier->zeroed) {
    pthread_cond_wait(&frontier->changed, &frontier->lock);
  }
  frontier->awaited = false;
  pthread_cond_broadcast(&frontier->changed);
}

void skw_frontier_reserve(struct skw_frontier *frontier, uint64_t end) {
  pthread_mutex_lock(&frontier->lock);
  await_claim(frontier, end);
  if (end > frontier->zeroed) {
    frontier->zeroed = frontier->claimed = end;
    frontier->overruns++;
  }
  pthread_mutex_unlock(&frontier->lock);
}

void skw_frontier_close(struct skw_frontier *frontier) {
  pthread_mutex_lock(&frontier->lock);
  frontier->closed = true;
  await_claim(frontier, UINT64_MAX);
  pthread_mutex_unlock(&frontier->lock);
}

void skw_frontier_pause(struct skw_frontier *frontier, uint64_t until_nanos) {
  struct timespec until = skw_at(until_nanos);
  pthread_mutex_lock(&frontier->lock);
  while (!frontier->awaited && !frontier->closed &&
         pthread_cond_timedwait(&frontier->changed, &frontier->lock, &until) == 0) {
  }
  pthread_mutex_unlock(&frontier->lock);
}

bool skw_frontier_awaited(struct skw_frontier *frontier) {
  pthread_mutex_lock(&frontier->lock);
  bool awaited = frontier->awaited;
  pthread_mutex_unlock(&frontier->lock);
  return awaited;
}

uint64_t skw_frontier_zeroed(struct skw_frontier *frontier) {
  pthread_mutex_lock(&frontier->lock);
  uint64_t bytes = frontier->zeroed;
  pthread_mutex_unlock(&frontier->lock);
  return bytes;
}

uint64_t skw_frontier_overruns(struct skw_frontier *frontier) {
  pthread_mutex_lock(&frontier->lock);
  uint64_t count = frontier->overruns;
  pthread_mutex_unlock(&frontier->lock);
  return count;
}
