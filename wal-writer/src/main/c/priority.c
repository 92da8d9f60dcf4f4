#define _GNU_SOURCE
#include "priority.h"

#include <assert.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <sys/syscall.h>
#include <unistd.h>

#define IOPRIO_WHO_PROCESS 1
#define IOPRIO_CLASS_SHIFT 13

#define MILLISECOND UINT64_C(1000000)
#define SECOND (1000 * MILLISECOND)

/* A commit is slow from so many times the quickest one on. */
#define SLOW_TIMES 4
/* Below it nobody waits for a commit, however quick others are. */
#define SLOW_NANOS_MIN (1 * MILLISECOND)
/* A writer that starts beside bulk writes has seen no quick commit yet. */
#define SLOW_NANOS_MAX (5 * MILLISECOND)
/* A fifth of the time in slow commits is more than a hiccup of the disk. */
#define WINDOW_NANOS SECOND
#define SUFFERED_NANOS (200 * MILLISECOND)
/* As long as a bulk write that is worth it; twice that each time that it was too short. */
#define HOLD_NANOS_MIN (10 * SECOND)
#define HOLD_NANOS_MAX (80 * SECOND)
/* Of each so many the last ones are the others', a fifth: they are never shut out. */
#define CYCLE_NANOS (2500 * MILLISECOND)
#define OTHERS_NANOS (500 * MILLISECOND)

/* For threads that inherit what the committing thread has at the moment. */
static atomic_int server_priority;

static bool set(int priority) { return syscall(SYS_ioprio_set, IOPRIO_WHO_PROCESS, 0, priority) == 0; }

static int first_of(enum skw_class class) { return (int)class << IOPRIO_CLASS_SHIFT; }

void skw_priority_open(struct skw_priority *priority) {
  *priority = (struct skw_priority){0};
  long of_the_server = syscall(SYS_ioprio_get, IOPRIO_WHO_PROCESS, 0);
  if (of_the_server < 0) {
    return; /* what cannot be given back is not changed */
  }
  priority->of_the_server = (int)of_the_server;
  if (set(first_of(SKW_CLASS_REAL_TIME))) {
    priority->best = SKW_CLASS_REAL_TIME;
  } else if (set(first_of(SKW_CLASS_BEST_EFFORT))) {
    priority->best = SKW_CLASS_BEST_EFFORT;
  }
  if (!set(priority->of_the_server)) {
    priority->of_the_server = first_of(SKW_CLASS_OF_THE_SERVER);
    set(priority->of_the_server);
  }
  atomic_store(&server_priority, priority->of_the_server);
}

void skw_priority_of_zeros(void) { set(atomic_load(&server_priority)); }

enum skw_class skw_priority_next(const struct skw_priority *priority, uint64_t now_nanos) {
  if (now_nanos >= priority->until_nanos) {
    return SKW_CLASS_OF_THE_SERVER;
  }
  bool others = (now_nanos - priority->raised_nanos) % CYCLE_NANOS >= CYCLE_NANOS - OTHERS_NANOS;
  return others ? SKW_CLASS_OF_THE_SERVER : priority->best;
}

static uint64_t slow_from(const struct skw_priority *priority) {
  uint64_t nanos = SLOW_TIMES * priority->quickest_nanos;
  if (nanos < SLOW_NANOS_MIN) {
    return SLOW_NANOS_MIN;
  }
  return nanos > SLOW_NANOS_MAX ? SLOW_NANOS_MAX : nanos;
}

static void raise_from(struct skw_priority *priority, uint64_t now_nanos) {
  bool again = priority->until_nanos != 0 && now_nanos - priority->until_nanos < priority->hold_nanos;
  uint64_t hold = again ? 2 * priority->hold_nanos : HOLD_NANOS_MIN;
  priority->hold_nanos = hold > HOLD_NANOS_MAX ? HOLD_NANOS_MAX : hold;
  priority->raised_nanos = now_nanos;
  priority->until_nanos = now_nanos + priority->hold_nanos;
  assert(priority->hold_nanos >= HOLD_NANOS_MIN);
}

void skw_priority_told(struct skw_priority *priority, uint64_t now_nanos, uint64_t elapsed_nanos) {
  if (priority->quickest_nanos == 0 || elapsed_nanos < priority->quickest_nanos) {
    priority->quickest_nanos = elapsed_nanos;
  }
  if (now_nanos - priority->window_start_nanos >= WINDOW_NANOS) {
    priority->window_start_nanos = now_nanos;
    priority->slow_nanos = 0;
  }
  if (elapsed_nanos >= slow_from(priority)) {
    priority->slow_nanos += elapsed_nanos;
  }
  if (priority->slow_nanos >= SUFFERED_NANOS && now_nanos >= priority->until_nanos) {
    priority->slow_nanos = 0;
    raise_from(priority, now_nanos);
  }
}

void skw_priority_take(struct skw_priority *priority, enum skw_class class) {
  int wanted = class == SKW_CLASS_OF_THE_SERVER ? priority->of_the_server : first_of(class);
  if (class != priority->now && set(wanted)) {
    priority->now = class;
  }
}
