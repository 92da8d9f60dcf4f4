/*
 * The least that another process costs: a byte to it by a pipe, and one back by another; each side
 * sleeps until the other one writes.
 *
 *   wake_ups SECONDS
 *
 * Prints the CPU time of both, and then how long each round took, in nanoseconds.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define NANOS 1000000000
#define ROUNDS_MAX 4000000

static void die(const char *what) {
  fprintf(stderr, "wake_ups: %s: %s\n", what, strerror(errno));
  exit(1);
}

static int64_t now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (int64_t)time.tv_sec * NANOS + time.tv_nsec;
}

static int64_t cpu(int who) {
  struct rusage used;
  getrusage(who, &used);
  return ((int64_t)used.ru_utime.tv_sec + used.ru_stime.tv_sec) * NANOS +
         ((int64_t)used.ru_utime.tv_usec + used.ru_stime.tv_usec) * 1000;
}

int main(int argc, char **argv) {
  if (argc != 2 || atof(argv[1]) <= 0) {
    fputs("usage: wake_ups SECONDS\n", stderr);
    return 2;
  }
  int there[2];
  int back[2];
  if (pipe(there) != 0 || pipe(back) != 0) {
    die("pipe");
  }
  pid_t other = fork();
  if (other < 0) {
    die("fork");
  }
  char byte = 0;
  if (other == 0) {
    close(there[1]);
    while (read(there[0], &byte, 1) == 1 && write(back[1], &byte, 1) == 1) {
    }
    _exit(0);
  }
  close(there[0]);
  close(back[1]);
  static int64_t took[ROUNDS_MAX];
  size_t rounds = 0;
  int64_t start = now();
  int64_t end = start + (int64_t)(atof(argv[1]) * NANOS);
  while (start < end && rounds < ROUNDS_MAX) {
    if (write(there[1], &byte, 1) != 1 || read(back[0], &byte, 1) != 1) {
      die("the other process");
    }
    int64_t done = now();
    took[rounds++] = done - start;
    start = done;
  }
  int64_t own = cpu(RUSAGE_SELF);
  close(there[1]);
  if (waitpid(other, NULL, 0) != other) {
    die("waitpid");
  }
  printf("%lld\n", (long long)(own + cpu(RUSAGE_CHILDREN)));
  for (size_t i = 0; i < rounds; i++) {
    printf("%lld\n", (long long)took[i]);
  }
  return 0;
}
