#define _GNU_SOURCE
#include "volatile_cache.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "settings.h"

static unsigned char *disk;

/* Of each sector of the disk: whether its old bytes are kept. */
static bool *is_kept;

/* The sectors that were written since the last flush, and what was on them. */
static uint64_t *kept_sectors;
static unsigned char *kept_bytes;
static uint64_t kept, kept_max;

static bool powered = true;
static bool cut_is_due;
static uint64_t writes_until_cut;
static uint64_t cut_seed;

static void *allocated(uint64_t bytes) {
  void *memory = calloc(1, bytes);
  if (!memory) {
    fail("cannot have %" PRIu64 " MiB for the drive's cache", bytes / MEBIBYTE);
  }
  return memory;
}

void cache_start(unsigned char *bytes, uint64_t disk_bytes, uint64_t cache_bytes) {
  disk = bytes;
  kept_max = cache_bytes / SECTOR_BYTES;
  if (kept_max > 0) {
    is_kept = allocated(disk_bytes / SECTOR_BYTES * sizeof *is_kept);
    kept_sectors = allocated(kept_max * sizeof *kept_sectors);
    kept_bytes = allocated(kept_max * SECTOR_BYTES);
  }
}

bool cache_has_power(void) { return powered; }

void cache_flush(void) {
  for (uint64_t i = 0; i < kept; i++) {
    is_kept[kept_sectors[i]] = false;
  }
  kept = 0;
}

static void keep(uint64_t sector) {
  if (!is_kept[sector]) {
    is_kept[sector] = true;
    kept_sectors[kept] = sector;
    memcpy(kept_bytes + kept * SECTOR_BYTES, disk + sector * SECTOR_BYTES, SECTOR_BYTES);
    kept++;
  }
}

/* xorshift64: of a state other than 0 the next one. */
static uint64_t next_random(uint64_t state) {
  state ^= state << 13;
  state ^= state >> 7;
  return state ^ state << 17;
}

static void cut_power(void) {
  powered = false;
  cut_is_due = false;
  /* Spread over all bits; 0 stays 0, and so do all states after it. */
  uint64_t random = cut_seed * UINT64_C(0x9e3779b97f4a7c15);
  for (uint64_t i = 0; i < kept; i++) {
    random = next_random(random);
    if ((random >> 32 & 1) == 0) {
      memcpy(disk + kept_sectors[i] * SECTOR_BYTES, kept_bytes + i * SECTOR_BYTES, SECTOR_BYTES);
    }
  }
  cache_flush();
}

void cache_write(uint64_t offset, const void *data, size_t bytes) {
  if (!powered) {
    return;
  }
  if (kept_max > 0 && bytes > 0) {
    uint64_t first = offset / SECTOR_BYTES, last = (offset + bytes - 1) / SECTOR_BYTES;
    if (last - first + 1 > kept_max - kept) {
      cache_flush();
    }
    for (uint64_t sector = first; sector <= last; sector++) {
      keep(sector);
    }
  }
  memcpy(disk + offset, data, bytes);
  if (cut_is_due && --writes_until_cut == 0) {
    cut_power();
  }
}

int cache_obey(const char *text, size_t length) {
  char order[64];
  if (length >= sizeof order) {
    return EINVAL;
  }
  memcpy(order, text, length);
  order[length] = '\0';
  order[strcspn(order, "\n")] = '\0';
  uint64_t writes, seed;
  char rest;
  if (strcmp(order, "power-on") == 0) {
    powered = true;
    cut_is_due = false;
    return 0;
  }
  if (kept_max == 0 || sscanf(order, "cut %" SCNu64 " %" SCNu64 " %c", &writes, &seed, &rest) != 2) {
    return EINVAL;
  }
  writes_until_cut = writes;
  cut_seed = seed;
  cut_is_due = true;
  if (writes == 0) {
    cut_power();
  }
  return 0;
}
