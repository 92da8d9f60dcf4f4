#include "zeroing_plan.h"

#define AHEAD_BYTES_MAX (32u << 20)
#define NEXT_BYTES_MAX (64u << 20)
#define AHEAD_SECONDS 2.0
#define HEADWAY 2.0
#define SMOOTHING_SECONDS 1.0
/* From this size on, zeros cost a commit's disk more than they spare it. */
#define COMMIT_BYTES_MAX (32.0 * (1 << 10))

void skw_zeroing_plan_open(struct skw_zeroing_plan *plan, bool worthwhile) {
  *plan = (struct skw_zeroing_plan){.worthwhile = worthwhile};
}

/* Averages over about a second. */
void skw_zeroing_plan_told(struct skw_zeroing_plan *plan, double seconds, uint64_t tail, uint64_t commits) {
  double elapsed = seconds - plan->seconds;
  if (plan->told && elapsed <= 0) {
    return;
  }
  if (plan->told) {
    double weight = elapsed >= SMOOTHING_SECONDS ? 1 : elapsed / SMOOTHING_SECONDS;
    double growth = (double)(tail - plan->tail) / elapsed;
    plan->bytes_per_second += weight * (growth - plan->bytes_per_second);
    double rate = (double)(commits - plan->commits) / elapsed;
    plan->commits_per_second += weight * (rate - plan->commits_per_second);
  }
  plan->told = true;
  plan->seconds = seconds;
  plan->tail = tail;
  plan->commits = commits;
}

bool skw_zeroing_wanted(const struct skw_zeroing_plan *plan) {
  return plan->worthwhile && plan->bytes_per_second <= COMMIT_BYTES_MAX * plan->commits_per_second;
}

uint64_t skw_zeroing_ahead_bytes(const struct skw_zeroing_plan *plan) {
  double bytes = plan->bytes_per_second * AHEAD_SECONDS;
  if (bytes < SKW_AHEAD_BYTES_MIN) {
    return SKW_AHEAD_BYTES_MIN;
  }
  return bytes > AHEAD_BYTES_MAX ? AHEAD_BYTES_MAX : (uint64_t)bytes;
}

uint64_t skw_zeroing_next_bytes(const struct skw_zeroing_plan *plan, uint64_t tail) {
  if (!plan->worthwhile) {
    return 0;
  }
  uint64_t bytes = skw_zeroing_wanted(plan) ? tail + SKW_AHEAD_BYTES_MIN : SKW_AHEAD_BYTES_MIN;
  return bytes > NEXT_BYTES_MAX ? NEXT_BYTES_MAX : bytes;
}

double skw_zeroing_per_second(const struct skw_zeroing_plan *plan) {
  double bytes = HEADWAY * plan->bytes_per_second;
  return bytes < SKW_ZEROS_PER_SECOND_MIN ? SKW_ZEROS_PER_SECOND_MIN : bytes;
}
