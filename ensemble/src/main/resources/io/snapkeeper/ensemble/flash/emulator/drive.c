#include "drive.h"

static uint64_t later(uint64_t a, uint64_t b) { return a > b ? a : b; }

static uint64_t transfer_nanos(const struct settings *settings, uint64_t bytes) {
  return bytes * NANOS_PER_SECOND / (settings->bytes_per_second / settings->channels);
}

static uint64_t earlier(uint64_t a, uint64_t b) { return a < b ? a : b; }

static uint64_t interval_nanos(const struct settings *settings) {
  return NANOS_PER_SECOND / settings->commands_per_second;
}

/* One command can always be taken after an interval without any. */
static uint64_t credit_nanos_max(const struct settings *settings) {
  uint64_t commands = settings->burst_commands > 0 ? settings->burst_commands : 1;
  return settings->commands_per_second == 0 ? 0 : commands * interval_nanos(settings);
}

struct drive drive_at_rest(struct settings settings, uint64_t now) {
  return (struct drive){.settings = settings,
                        .credit_nanos = credit_nanos_max(&settings),
                        .credited_until_nanos = now};
}

/* When a volume with a limit of commands takes one that comes now: it waits for its credit, and for
   the burst's own interval. */
static uint64_t take_nanos(struct drive *drive, uint64_t now) {
  const struct settings *settings = &drive->settings;
  if (settings->commands_per_second == 0) {
    return now;
  }
  uint64_t interval = interval_nanos(settings);
  if (now > drive->credited_until_nanos) {
    uint64_t earned = now - drive->credited_until_nanos;
    drive->credit_nanos = earlier(credit_nanos_max(settings), drive->credit_nanos + earned);
    drive->credited_until_nanos = now;
  }
  uint64_t credited = drive->credited_until_nanos;
  if (drive->credit_nanos < interval) {
    credited += interval - drive->credit_nanos;
    drive->credit_nanos = 0;
    drive->credited_until_nanos = credited;
  } else {
    drive->credit_nanos -= interval;
    credited = now;
  }
  uint64_t taken = later(credited, drive->next_command_nanos);
  drive->next_command_nanos = taken + NANOS_PER_SECOND / settings->burst_per_second;
  return taken;
}

static uint64_t seek_nanos(struct drive *drive, uint64_t offset, uint64_t end) {
  uint64_t nanos = offset == drive->head_offset ? 0 : drive->settings.seek_nanos;
  drive->head_offset = end;
  return nanos;
}

uint64_t drive_book_transfer(struct drive *drive, uint64_t now, uint64_t offset, uint64_t bytes) {
  const struct settings *settings = &drive->settings;
  uint64_t per_channel[CHANNELS_MAX] = {0};
  uint64_t end = offset + bytes;
  for (uint64_t at = offset; at < end;) {
    uint64_t stripe = at / settings->stripe_bytes;
    uint64_t stripe_end = (stripe + 1) * settings->stripe_bytes;
    uint64_t piece = (stripe_end < end ? stripe_end : end) - at;
    per_channel[stripe % settings->channels] += piece;
    at += piece;
  }
  uint64_t begin = later(take_nanos(drive, now), drive->stalled_until_nanos);
  uint64_t occupied = settings->command_nanos + seek_nanos(drive, offset, end);
  uint64_t done = begin;
  for (unsigned c = 0; c < settings->channels; c++) {
    if (per_channel[c] > 0) {
      drive->channel_free_nanos[c] = later(drive->channel_free_nanos[c], begin) +
                                     occupied +
                                     transfer_nanos(settings, per_channel[c]);
      done = later(done, drive->channel_free_nanos[c]);
    }
  }
  return done + settings->base_nanos;
}

uint64_t drive_book_flush(const struct drive *drive, uint64_t now) {
  uint64_t done = later(now, drive->stalled_until_nanos);
  for (unsigned c = 0; c < drive->settings.channels; c++) {
    done = later(done, drive->channel_free_nanos[c]);
  }
  return done + drive->settings.flush_nanos;
}

void drive_stall(struct drive *drive, uint64_t now, uint64_t nanos) {
  drive->stalled_until_nanos = later(drive->stalled_until_nanos, now) + nanos;
  for (unsigned c = 0; c < drive->settings.channels; c++) {
    drive->channel_free_nanos[c] = later(drive->channel_free_nanos[c], now) + nanos;
  }
}

uint64_t drive_answer_nanos(const struct drive *drive, uint64_t due) {
  return later(due, drive->stalled_until_nanos);
}
