/*
 * The drive's volatile cache, and its power. A write is in the cache until the next flush; when the
 * power is cut, any part of the cache may be lost, in sectors of SECTOR_BYTES. A drive without a
 * cache loses nothing.
 *
 * Kept are the old bytes of each sector that was written since the last flush. Where there is no room
 * for more, the drive has flushed by itself, as drives do. Only the thread that receives requests
 * calls this part. Nothing is allocated after the start.
 */
#ifndef VOLATILE_CACHE_H
#define VOLATILE_CACHE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What a drive of today writes whole or not at all. */
enum { SECTOR_BYTES = 4096 };

/* `cache_bytes` may be 0: a drive without a cache. */
void cache_start(unsigned char *disk, uint64_t disk_bytes, uint64_t cache_bytes);

/*
 * Takes "cut WRITES SEED" and "power-on". The power is cut at the WRITES-th write from now on, which
 * fails; at once for 0. SEED 0: all of the cache is lost; otherwise a random half of its sectors. Until
 * power-on each read, write and flush fails. Returns 0, or EINVAL for anything else.
 */
int cache_obey(const char *text, size_t length);

bool cache_has_power(void);

/* Puts the bytes on the disk, volatile as yet; nothing without power. */
void cache_write(uint64_t offset, const void *data, size_t bytes);

/* All that was written is there for good. */
void cache_flush(void);

#endif
