/*
 * Plans zeros, "worthwhile" or not by its argument, as a test says, line by line on standard input, each of them SECONDS TAIL WRITES; the
 * first one opens the log. Prints at the end whether zeros are wanted, how many bytes of them ahead
 * of the tail, how many per second, and how many the next file is to begin with.
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "zeroing_plan.h"

int main(int argc, char **argv) {
  bool worthwhile = argc == 2 && strcmp(argv[1], "worthwhile") == 0;
  struct skw_zeroing_plan plan;
  double seconds;
  uint64_t tail, writes;
  if (scanf("%lf %" SCNu64 " %" SCNu64, &seconds, &tail, &writes) != 3) {
    return 2;
  }
  skw_zeroing_plan_open(&plan, worthwhile, seconds, tail, writes);
  while (scanf("%lf %" SCNu64 " %" SCNu64, &seconds, &tail, &writes) == 3) {
    skw_zeroing_plan_told(&plan, seconds, tail, writes);
  }
  printf("%d\n%" PRIu64 "\n%.0f\n%" PRIu64 "\n", skw_zeroing_wanted(&plan), skw_zeroing_ahead_bytes(&plan),
         skw_zeroing_per_second(&plan), skw_zeroing_next_bytes(&plan, plan.tail));
  return 0;
}
