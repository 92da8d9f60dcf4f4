/*
 * Whether to zero ahead of a log's tail, how far, and how fast, by how fast the log grows and by how
 * much at once. Pure: times are arguments. As ZeroingPlan in Java, which says why, to the last bit;
 * a compiler that joins a product and a sum into one operation would break that (-std=c11 forbids it).
 */
#ifndef SNAPKEEPER_WAL_ZEROING_PLAN_H
#define SNAPKEEPER_WAL_ZEROING_PLAN_H

#include <stdbool.h>
#include <stdint.h>

/* A burst may need so much before the zeroing thread has woken. */
#define SKW_AHEAD_BYTES_MIN (1u << 20)
/* Zeroing is bulk, and goes no faster than it has to. */
#define SKW_ZEROS_PER_SECOND_MIN (4.0 * (1 << 20))

struct skw_zeroing_plan {
  bool worthwhile;
  bool told;
  double seconds;
  uint64_t tail;
  uint64_t commits;
  double bytes_per_second;
  double commits_per_second;
};

/* Nothing is known yet. `worthwhile`: whether zeros save writes on the log's file system. */
void skw_zeroing_plan_open(struct skw_zeroing_plan *plan, bool worthwhile);

/* The log's tail is here now, after so many commits; neither of them decreases. */
void skw_zeroing_plan_told(struct skw_zeroing_plan *plan, double seconds, uint64_t tail, uint64_t commits);

/* Whether there are to be zeros ahead of the tail at all. */
bool skw_zeroing_wanted(const struct skw_zeroing_plan *plan);

/* Zeros to have ahead of the tail, or room if there are to be none, in bytes. */
uint64_t skw_zeroing_ahead_bytes(const struct skw_zeroing_plan *plan);

/*
 * Zeros that the next file is to begin with, in bytes, while this one ends at `tail`: as many as
 * this one has content.
 */
uint64_t skw_zeroing_next_bytes(const struct skw_zeroing_plan *plan, uint64_t tail);

/* Zeros per second, in bytes. */
double skw_zeroing_per_second(const struct skw_zeroing_plan *plan);

#endif
