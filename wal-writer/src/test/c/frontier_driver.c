/*
 * A commit that needs the bytes of many claims, against a thread that claims again at once: prints, for
 * each of as many rounds as standard input says, where the claim begins that follows the one in which
 * the commit came.
 */
#include <inttypes.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>

#include "frontier.h"

#define ZEROED 1000u
#define CLAIM 500u
#define END 10000u

static void *commit(void *argument) {
  skw_frontier_reserve(argument, END);
  return NULL;
}

static uint64_t claimed(struct skw_frontier *frontier) {
  uint64_t from;
  if (!skw_frontier_claim(frontier, CLAIM, &from)) {
    abort();
  }
  return from;
}

int main(void) {
  int rounds;
  if (scanf("%d", &rounds) != 1) {
    return 2;
  }
  for (int i = 0; i < rounds; i++) {
    struct skw_frontier frontier;
    pthread_t thread;
    skw_frontier_open(&frontier, ZEROED);
    claimed(&frontier);
    if (pthread_create(&thread, NULL, commit, &frontier) != 0) {
      return 2;
    }
    while (!skw_frontier_awaited(&frontier)) {
      sched_yield();
    }
    skw_frontier_done(&frontier, true);
    printf("%" PRIu64 "\n", claimed(&frontier));
    skw_frontier_done(&frontier, true);
    pthread_join(thread, NULL);
    skw_frontier_free(&frontier);
  }
  return 0;
}
