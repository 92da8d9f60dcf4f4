/*
 * Up to where a log's blocks have been written before, and who may write beyond: one thread zeroes
 * blocks ahead of the tail, the other one commits. As Frontier in Java, with the same rules.
 *
 *   0 ........ tail ........ zeroed ........ claimed ........
 *     records       zeros           being zeroed    never written
 */
#ifndef SNAPKEEPER_WAL_FRONTIER_H
#define SNAPKEEPER_WAL_FRONTIER_H

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

struct skw_frontier {
  pthread_mutex_t lock;
  pthread_cond_t changed;
  uint64_t zeroed;
  uint64_t claimed;
  uint64_t overruns;
  bool awaited;
  bool closed;
};

/* `zeroed` bytes are written already. */
void skw_frontier_open(struct skw_frontier *frontier, uint64_t zeroed);
void skw_frontier_free(struct skw_frontier *frontier);

/*
 * Hands the next bytes to the zeroing thread, which has to call skw_frontier_done for them. A commit
 * that waits goes first. False if nothing is to be zeroed any more.
 */
bool skw_frontier_claim(struct skw_frontier *frontier, uint64_t bytes, uint64_t *from);

/* The claimed bytes are written zeros that stay; without success they are nobody's. */
void skw_frontier_done(struct skw_frontier *frontier, bool success);

/* Hands all bytes before `end` to the committing thread. Waits for at most one claim to end. */
void skw_frontier_reserve(struct skw_frontier *frontier, uint64_t end);

/* Nothing is handed out any more; on return nothing is claimed. */
void skw_frontier_close(struct skw_frontier *frontier);

/* The zeroing thread leaves the disk to others until then, or until a commit waits for it. */
void skw_frontier_pause(struct skw_frontier *frontier, uint64_t until_nanos);

/* Whether a commit waits for the claimed bytes. */
bool skw_frontier_awaited(struct skw_frontier *frontier);

/* End of the zeros. */
uint64_t skw_frontier_zeroed(struct skw_frontier *frontier);

/* Commits that found no zeros to overwrite. */
uint64_t skw_frontier_overruns(struct skw_frontier *frontier);

#endif
