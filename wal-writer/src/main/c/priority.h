/*
 * The I/O priority of the thread that commits. In the real-time class the kernel serves it before
 * everybody else, and a log that keeps the disk busy would let nobody else write at all. So it has
 * that class for a bounded share of the time: in each window, once its writes have taken the share,
 * the rest of the window is spent in the best-effort class.
 */
#ifndef SNAPKEEPER_WAL_PRIORITY_H
#define SNAPKEEPER_WAL_PRIORITY_H

#include <stdbool.h>
#include <stdint.h>

/* Linux's numbers of the classes; 0: that of the server. */
enum skw_class { SKW_CLASS_OF_THE_SERVER = 0, SKW_CLASS_REAL_TIME = 1, SKW_CLASS_BEST_EFFORT = 2 };

struct skw_priority {
  enum skw_class best; /* that it may have */
  enum skw_class now;
  uint64_t window_start_nanos;
  uint64_t busy_nanos; /* in this window */
};

/* Takes the best class that it may have. */
void skw_priority_raise(struct skw_priority *priority);

/*
 * For a thread that writes zeros ahead: it has inherited the class of the commits, which would wait
 * for it in the same class.
 */
void skw_priority_of_zeros(void);

/* The class that a write that begins now is to have, after all that was told. */
enum skw_class skw_priority_next(struct skw_priority *priority, uint64_t now_nanos);

/* A write took so long. */
void skw_priority_told(struct skw_priority *priority, uint64_t elapsed_nanos);

/* Takes this class, if it is another one than now. */
void skw_priority_take(struct skw_priority *priority, enum skw_class class);

#endif
