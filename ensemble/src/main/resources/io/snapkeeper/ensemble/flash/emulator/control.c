#include "control.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "commands.h"

int control_obey(const char *text, size_t length) {
  char order[64];
  if (length >= sizeof order) {
    return EINVAL;
  }
  memcpy(order, text, length);
  order[length] = '\0';
  order[strcspn(order, "\n")] = '\0';
  double value;
  char rest;
  if (sscanf(order, "stall %lf %c", &value, &rest) == 1 && value > 0 && value <= 60) {
    commands_stall((uint64_t)(value * 1e9));
  } else if (sscanf(order, "bandwidth %lf %c", &value, &rest) == 1 && value >= 1 && value <= 100000) {
    commands_set_bandwidth((uint64_t)(value * 1e6));
  } else if (sscanf(order, "fail %lf %c", &value, &rest) == 1 && value >= 0 && value <= 1e9) {
    commands_fail_writes((uint64_t)value);
  } else if (strcmp(order, "hang") == 0) {
    commands_hang();
  } else if (strcmp(order, "go-on") == 0) {
    commands_go_on();
  } else {
    return EINVAL;
  }
  return 0;
}

size_t control_print(char text[COUNTERS_TEXT_MAX]) {
  struct counters now = commands_counters();
  return (size_t)snprintf(
      text, COUNTERS_TEXT_MAX,
      "bytes_per_second %" PRIu64 "\nreads %" PRIu64 "\nwrites %" PRIu64 "\nflushes %" PRIu64
      "\nbytes_read %" PRIu64 "\nbytes_written %" PRIu64 "\nstalls %" PRIu64 "\nin_flight %zu\n",
      now.bytes_per_second, now.reads, now.writes, now.flushes, now.bytes_read, now.bytes_written,
      now.stalls, now.in_flight);
}
