/*
 * A fixed pool of blocks of memory, all populated before the start. Block 0 is never given out and
 * holds zeros: what a hole reads as. Not thread-safe.
 */
#ifndef BLOCKS_H
#define BLOCKS_H

#include <stdint.h>

enum { BLOCK_BYTES = 16 * 1024 };

/* What programs are told as the size of a block: what they align direct I/O to. */
enum { SECTOR_BYTES = 4096 };

/* Takes memory that is all zeros. */
void blocks_start(unsigned char *memory, uint64_t bytes);

unsigned char *block_at(uint32_t block);

/* Returns a block of zeros, or 0 where none is free. */
uint32_t block_take(void);

void block_release(uint32_t block);

/* Of all, without block 0. */
uint32_t blocks_total(void);

uint32_t blocks_free(void);

#endif
