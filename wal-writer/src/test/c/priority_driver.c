/*
 * Asks for priorities as a test says, line by line on standard input; times are in milliseconds:
 *   chosen CLASS LEVEL  somebody has given the server this priority
 *   open                learns what may be had; prints the class and what the kernel has then
 *   may CLASS           the best class that it may have
 *   told NOW TOOK       a commit
 *   next NOW            prints a class
 *   take CLASS          takes it, prints what the kernel has then
 *   zeros               a thread for zeros; prints what the kernel has for it
 */
#define _GNU_SOURCE
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "priority.h"

#define IOPRIO_WHO_PROCESS 1

static void print_kernels(void) {
  long priority = syscall(SYS_ioprio_get, IOPRIO_WHO_PROCESS, 0);
  printf("class %ld level %ld\n", priority >> 13, priority & 7);
}

static void *zeros(void *unused) {
  (void)unused;
  skw_priority_of_zeros();
  print_kernels();
  return NULL;
}

static uint64_t nanos(double millis) { return (uint64_t)(millis * 1e6 + 0.5); }

int main(void) {
  struct skw_priority priority = {0};
  char word[16];
  double now, took;
  unsigned class, level;
  while (scanf("%15s", word) == 1) {
    if (strcmp(word, "chosen") == 0 && scanf("%u %u", &class, &level) == 2) {
      if (syscall(SYS_ioprio_set, IOPRIO_WHO_PROCESS, 0, class << 13 | level) != 0) {
        return 1;
      }
    } else if (strcmp(word, "open") == 0) {
      skw_priority_open(&priority);
      printf("%u\n", (unsigned)priority.best);
      print_kernels();
    } else if (strcmp(word, "may") == 0 && scanf("%u", &class) == 1) {
      priority.best = (enum skw_class)class;
    } else if (strcmp(word, "told") == 0 && scanf("%lf %lf", &now, &took) == 2) {
      skw_priority_told(&priority, nanos(now), nanos(took));
    } else if (strcmp(word, "next") == 0 && scanf("%lf", &now) == 1) {
      printf("%u\n", (unsigned)skw_priority_next(&priority, nanos(now)));
    } else if (strcmp(word, "take") == 0 && scanf("%u", &class) == 1) {
      skw_priority_take(&priority, (enum skw_class)class);
      print_kernels();
    } else if (strcmp(word, "zeros") == 0) {
      pthread_t thread;
      if (pthread_create(&thread, NULL, zeros, NULL) != 0) {
        return 1;
      }
      pthread_join(thread, NULL);
    } else {
      fprintf(stderr, "priority_driver: what is %s?\n", word);
      return 2;
    }
  }
  return 0;
}
