#include "drive.h"

static uint64_t later(uint64_t a, uint64_t b) { return a > b ? a : b; }

static uint64_t transfer_nanos(const struct settings *settings, uint64_t bytes) {
  return bytes * NANOS_PER_SECOND / (settings->bytes_per_second / settings->channels);
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
  uint64_t begin = later(now, drive->stalled_until_nanos);
  uint64_t done = begin;
  for (unsigned c = 0; c < settings->channels; c++) {
    if (per_channel[c] > 0) {
      drive->channel_free_nanos[c] = later(drive->channel_free_nanos[c], begin) +
                                     settings->command_nanos +
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
