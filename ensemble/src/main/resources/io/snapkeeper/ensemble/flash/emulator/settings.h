/* What a disk is like, from the command line. */
#ifndef SETTINGS_H
#define SETTINGS_H

#include <stdint.h>

enum { CHANNELS_MAX = 64 };

static const uint64_t NANOS_PER_MICRO = 1000;
static const uint64_t NANOS_PER_SECOND = 1000000000;
static const uint64_t MEBIBYTE = 1 << 20;

struct settings {
  uint64_t size_bytes;
  /* 1 to CHANNELS_MAX. */
  unsigned channels;
  uint64_t stripe_bytes;
  uint64_t command_nanos;
  uint64_t base_nanos;
  uint64_t flush_nanos;
  /* What is written and not flushed; 0: a write is on the medium at once. */
  uint64_t cache_bytes;
  /* Of all channels together. */
  uint64_t bytes_per_second;
  /* Added where a command does not begin at the end of the one before it. */
  uint64_t seek_nanos;
  /* Commands a second that the drive takes; 0: any number. */
  uint64_t commands_per_second;
  /* The same while it has burst credits, one of which each command takes. They come back at
     commands_per_second. */
  uint64_t burst_per_second;
  uint64_t burst_commands;
  const char *mount_point;
};

/* Ends the process, with a line on standard error, where the arguments are wrong. */
struct settings read_arguments(int count, char **arguments);

/* Ends the process with status 1 and this line on standard error. */
__attribute__((format(printf, 1, 2), noreturn)) void fail(const char *format, ...);

#endif
