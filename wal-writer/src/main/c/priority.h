/*
 * The I/O priority of the thread that commits: the server's own, until commits suffer from what
 * others write; then the best that it may have, for a while. Raised for good it would cost the
 * others most of the disk: BFQ keeps a disk free for the next request of a queue that it serves
 * first, and a log's next request is always near. So some of the raised time, too, is theirs.
 *
 * What decides is pure, with times as arguments.
 */
#ifndef SNAPKEEPER_WAL_PRIORITY_H
#define SNAPKEEPER_WAL_PRIORITY_H

#include <stdint.h>

/* Linux's numbers of the classes; 0: the priority that the server has. */
enum skw_class { SKW_CLASS_OF_THE_SERVER = 0, SKW_CLASS_REAL_TIME = 1, SKW_CLASS_BEST_EFFORT = 2 };

struct skw_priority {
  enum skw_class best; /* that it may have */
  enum skw_class now;
  int of_the_server; /* as the kernel has it: class and level */
  uint64_t quickest_nanos; /* of all commits; 0: there was none */
  uint64_t window_start_nanos;
  uint64_t slow_nanos;   /* that slow commits have taken in this window */
  uint64_t raised_nanos; /* when it was raised last */
  uint64_t until_nanos;  /* to when; 0: it never was */
  uint64_t hold_nanos;   /* the time between them */
};

/* Learns the server's priority, and which one this thread may have; it has the server's after it. */
void skw_priority_open(struct skw_priority *priority);

/*
 * For a thread that writes zeros ahead: it may have inherited a raised priority, in which commits
 * would wait for it. The server's own: with a lower one BFQ keeps the disk free for the commits,
 * and zeros and all bulk writes wait for whole slices.
 */
void skw_priority_of_zeros(void);

/* The class that a commit that begins now is to have, after all that was told. */
enum skw_class skw_priority_next(const struct skw_priority *priority, uint64_t now_nanos);

/* A commit that ends now took so long. */
void skw_priority_told(struct skw_priority *priority, uint64_t now_nanos, uint64_t elapsed_nanos);

/* Takes this class, if it is another one than now. */
void skw_priority_take(struct skw_priority *priority, enum skw_class class);

#endif
