/*
 * A program two of whose log writers die, one after the other, in one run after another at each place
 * at which the first one can. All that it logs has to be taken all the same.
 *
 *   client_of_dying_writers DIRECTORY WRITER    WRITER dies as dying_writer.c says
 *
 * Prints the number of places.
 */
#define _GNU_SOURCE
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "client/snapkeeper-wal.h"

#define HEADER "head"
#define COMMITS 3
#define ALSO_DIE 1

static void expect(const char *what, int place, int found, int wanted) {
  if (found != wanted) {
    fprintf(stderr, "%s, place %d: %d and not %d\n", what, place, found, wanted);
    exit(1);
  }
}

/* 9,000 bytes: more than a block. */
static char record[9000];

static void log_and_check(const struct skw_log_options *options, int place) {
  skw_log *log;
  expect("open", place, skw_log_open(options, &log), 0);
  expect("begin", place, skw_log_begin(log, "log.1", HEADER, strlen(HEADER)), 0);
  for (int i = 0; i < COMMITS; i++) {
    expect("append", place, skw_log_append(log, record, sizeof record), 0);
    expect("commit", place, skw_log_commit(log), 0);
  }
  expect("end", place, skw_log_end(log), 0);
  skw_log_close(log);

  char path[4096];
  char found[sizeof record];
  snprintf(path, sizeof path, "%s/log.1", options->directory);
  FILE *file = fopen(path, "re");
  expect("the file", place, file != NULL, 1);
  expect("its header", place, fread(found, 1, strlen(HEADER), file) == strlen(HEADER), 1);
  expect("its header's bytes", place, memcmp(found, HEADER, strlen(HEADER)), 0);
  for (int i = 0; i < COMMITS; i++) {
    expect("a record", place, fread(found, 1, sizeof found, file) == sizeof found, 1);
    expect("its bytes", place, memcmp(found, record, sizeof record), 0);
  }
  fclose(file);
  expect("the file is removed", place, unlink(path), 0);
}

static bool died(const char *order, int place) {
  FILE *left = fopen(order, "re");
  if (left == NULL) {
    return true;
  }
  int at = 0;
  int more = 0;
  expect("the order that is left", place, fscanf(left, "%d %d", &at, &more), 2);
  fclose(left);
  return at != place || more != ALSO_DIE;
}

int main(int count, char **arguments) {
  expect("arguments", 0, count, 3);
  struct skw_log_options options = {.directory = arguments[1], .writer = arguments[2]};
  for (size_t i = 0; i < sizeof record; i++) {
    record[i] = (char)(1 + i % 100);
  }
  char order[4096];
  snprintf(order, sizeof order, "%s.dies", arguments[2]);
  int places = 0;
  do {
    places++;
    FILE *next = fopen(order, "we");
    expect("the order", places, next != NULL, 1);
    fprintf(next, "%d %d\n", places, ALSO_DIE);
    fclose(next);
    log_and_check(&options, places);
  } while (died(order, places));
  printf("%d\n", places - 1);
  return 0;
}
