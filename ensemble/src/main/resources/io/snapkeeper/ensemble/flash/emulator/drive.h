/*
 * When a flash drive answers: a model in time alone, without a clock, a lock, or any bytes.
 *
 * The drive is striped over channels. A command occupies each channel that it touches for
 * command_nanos plus its bytes there at bytes_per_second / channels, one command after the other; it
 * is answered base_nanos after its last channel is done. A flush is answered flush_nanos after
 * everything accepted before it. A rotating drive is one of one channel with seek_nanos. A volume with
 * a limit of commands takes one for each credit, of which it earns one in each interval; a flush is none.
 *
 * All times are nanoseconds of one monotonic clock, and `now` never goes back. Not thread-safe.
 */
#ifndef DRIVE_H
#define DRIVE_H

#include <stdint.h>

#include "settings.h"

struct drive {
  struct settings settings;
  uint64_t channel_free_nanos[CHANNELS_MAX];
  /* Nothing is answered before it. */
  uint64_t stalled_until_nanos;
  /* Where the last command ended. */
  uint64_t head_offset;
  /* The next command is taken no earlier. */
  uint64_t next_command_nanos;
  /* In nanoseconds of the regular interval between two commands, earned until the time below. */
  uint64_t credit_nanos;
  uint64_t credited_until_nanos;
};

/* A drive at rest at that time, with all its credits. */
struct drive drive_at_rest(struct settings settings, uint64_t now);

/* Books the channels that a read or write touches. Returns when the drive answers it. */
uint64_t drive_book_transfer(struct drive *drive, uint64_t now, uint64_t offset, uint64_t bytes);

/* Returns when the drive answers a flush. */
uint64_t drive_book_flush(const struct drive *drive, uint64_t now);

/* The drive answers nothing for so long, what it has accepted included. */
void drive_stall(struct drive *drive, uint64_t now, uint64_t nanos);

/* When a command that was booked for `due` is answered, stalls since then included. */
uint64_t drive_answer_nanos(const struct drive *drive, uint64_t due);

#endif
