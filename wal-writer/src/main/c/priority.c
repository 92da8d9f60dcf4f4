#define _GNU_SOURCE
#include "priority.h"

#include <sys/syscall.h>
#include <unistd.h>

#define IOPRIO_WHO_PROCESS 1
#define IOPRIO_CLASS_SHIFT 13

/* Short beside what anybody waits for, long beside one write. */
#define WINDOW_NANOS UINT64_C(100000000)
/* Others get at least the rest of the disk's time. */
#define SHARE_NANOS (WINDOW_NANOS / 100 * 80)

static bool set(enum skw_class class) {
  return syscall(SYS_ioprio_set, IOPRIO_WHO_PROCESS, 0, class << IOPRIO_CLASS_SHIFT) == 0;
}

void skw_priority_raise(struct skw_priority *priority) {
  *priority = (struct skw_priority){0};
  if (set(SKW_CLASS_REAL_TIME)) {
    priority->best = SKW_CLASS_REAL_TIME;
  } else if (set(SKW_CLASS_BEST_EFFORT)) {
    priority->best = SKW_CLASS_BEST_EFFORT;
  }
  priority->now = priority->best;
}

void skw_priority_of_zeros(void) { set(SKW_CLASS_BEST_EFFORT); }

enum skw_class skw_priority_next(struct skw_priority *priority, uint64_t now_nanos) {
  if (now_nanos - priority->window_start_nanos >= WINDOW_NANOS) {
    priority->window_start_nanos = now_nanos;
    priority->busy_nanos = 0;
  }
  bool spent = priority->busy_nanos >= SHARE_NANOS;
  return priority->best == SKW_CLASS_REAL_TIME && spent ? SKW_CLASS_BEST_EFFORT : priority->best;
}

void skw_priority_told(struct skw_priority *priority, uint64_t elapsed_nanos) {
  priority->busy_nanos += elapsed_nanos;
}

void skw_priority_take(struct skw_priority *priority, enum skw_class class) {
  if (class != priority->now && set(class)) {
    priority->now = class;
  }
}
