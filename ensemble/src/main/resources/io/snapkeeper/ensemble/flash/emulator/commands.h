/*
 * The commands in flight: each is accepted from any thread, and handed back by one thread of this
 * part when the drive would answer it. Nothing is allocated after the start.
 */
#ifndef COMMANDS_H
#define COMMANDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "settings.h"

/* Commands in flight at once. */
enum { COMMANDS_MAX = 1024 };

enum kind { KIND_READ, KIND_WRITE, KIND_FLUSH };

struct command {
  enum kind kind;
  uint64_t offset;
  size_t bytes;
  /* Whose it is; not looked at here. */
  uint64_t request;
  /* Whose bytes they are; not looked at here. */
  uint64_t node;
  /* Set here where the drive is to answer with an error. */
  bool failed;
};

struct counters {
  uint64_t reads, writes, flushes, bytes_read, bytes_written, stalls;
  uint64_t bytes_per_second;
  size_t in_flight;
};

/* Starts the thread that calls `answer`, outside of all locks. Returns 0 or an error number. */
int commands_start(struct settings settings, void (*answer)(const struct command *));

/* False, and nothing is done, where COMMANDS_MAX are in flight. */
bool commands_accept(struct command added);

/* The drive answers nothing for so long. */
void commands_stall(uint64_t nanos);

/* The drive answers nothing until it goes on, which it does with all that was asked meanwhile. */
void commands_hang(void);
void commands_go_on(void);

/* The next so many writes fail; what of them is on the drive is not defined. */
void commands_fail_writes(uint64_t count);

void commands_set_bandwidth(uint64_t bytes_per_second);

struct counters commands_counters(void);

/* Ends the thread; what is in flight is never answered. */
void commands_stop(void);

#endif
