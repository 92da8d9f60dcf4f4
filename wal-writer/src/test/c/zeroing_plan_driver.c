/*
 * Plans zeros, "worthwhile" or not by its argument, as a test says, line by line on standard input, each of them SECONDS TAIL COMMITS. After
 * each line it prints whether zeros are wanted, how many bytes of them ahead of the tail, how many per
 * second (the bits of the number), and how many the next file is to begin with.
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "zeroing_plan.h"

int main(int argc, char **argv) {
  struct skw_zeroing_plan plan;
  skw_zeroing_plan_open(&plan, argc == 2 && strcmp(argv[1], "worthwhile") == 0);
  double seconds;
  uint64_t tail, commits;
  while (scanf("%la %" SCNu64 " %" SCNu64, &seconds, &tail, &commits) == 3) {
    skw_zeroing_plan_told(&plan, seconds, tail, commits);
    double pace = skw_zeroing_per_second(&plan);
    uint64_t bits;
    memcpy(&bits, &pace, sizeof bits);
    printf("%d %" PRIu64 " %016" PRIx64 " %" PRIu64 "\n", skw_zeroing_wanted(&plan),
           skw_zeroing_ahead_bytes(&plan), bits, skw_zeroing_next_bytes(&plan, tail));
  }
  return 0;
}
