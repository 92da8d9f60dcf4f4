/*
 * A program whose log writer stops with a commit in hand and, for all that the program can see, does
 * not end when it is killed: as one whose disk hangs. Its sleeps are skipped, so that the seconds
 * for which it is waited for pass at once.
 *
 *   hanging_client DIRECTORY WRITER    WRITER stops before a write while there is a file WRITER.stops
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "client/snapkeeper-wal.h"

pid_t __real_waitpid(pid_t pid, int *status, int options);
pid_t __wrap_waitpid(pid_t pid, int *status, int options);
int __wrap_nanosleep(const struct timespec *time, struct timespec *left);

static bool held;
static char order[4096];

/* Another writer would do what it is asked; there must be none. */
pid_t __wrap_waitpid(pid_t pid, int *status, int options) {
  if (held) {
    unlink(order);
    return 0;
  }
  return __real_waitpid(pid, status, options);
}

int __wrap_nanosleep(const struct timespec *time, struct timespec *left) {
  (void)time;
  (void)left;
  return 0;
}

static void expect(const char *what, int found, int wanted) {
  if (found != wanted) {
    fprintf(stderr, "%s: %d and not %d\n", what, found, wanted);
    exit(1);
  }
}

int main(int count, char **arguments) {
  expect("arguments", count, 3);
  struct skw_log_options options = {
      .directory = arguments[1], .writer = arguments[2], .hung_after_millis = 2000};
  skw_log *log;
  expect("open", skw_log_open(&options, &log), 0);
  expect("begin", skw_log_begin(log, "log.1", "head", 4), 0);
  expect("append", skw_log_append(log, "one", 3), 0);
  expect("commit", skw_log_commit(log), 0);
  snprintf(order, sizeof order, "%s.stops", arguments[2]);
  int stops = open(order, O_CREAT | O_WRONLY | O_CLOEXEC, 0600);
  expect("the order", stops >= 0, 1);
  close(stops);
  expect("append", skw_log_append(log, "two", 3), 0);
  held = true;
  expect("the commit that hangs", skw_log_commit(log), ENOTRECOVERABLE);
  held = false;
  expect("why", skw_log_error(log), EIO);
  expect("durable", (int)skw_log_durable(log), 7);
  expect("the next commit", skw_log_commit(log), ENOTRECOVERABLE);
  expect("the next append", skw_log_append(log, "three", 5), ENOTRECOVERABLE);
  expect("the next file", skw_log_begin(log, "log.2", "head", 4), ENOTRECOVERABLE);
  expect("the end", skw_log_end(log), ENOTRECOVERABLE);
  skw_log_close(log);
  return 0;
}
