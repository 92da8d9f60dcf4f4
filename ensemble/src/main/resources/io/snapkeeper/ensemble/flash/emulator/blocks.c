#include "blocks.h"

#include <string.h>

static unsigned char *memory;
static uint32_t total;
static uint32_t free_count;
/* A free block that has been used holds the number of the next one in its first bytes. */
static uint32_t first_released;
/* From here on no block has been used. */
static uint32_t first_fresh;

void blocks_start(unsigned char *zeros, uint64_t bytes) {
  memory = zeros;
  total = (uint32_t)(bytes / BLOCK_BYTES) - 1;
  free_count = total;
  first_released = 0;
  first_fresh = 1;
}

unsigned char *block_at(uint32_t block) { return memory + (uint64_t)block * BLOCK_BYTES; }

uint32_t block_take(void) {
  uint32_t taken = first_released;
  if (taken != 0) {
    memcpy(&first_released, block_at(taken), sizeof first_released);
    memset(block_at(taken), 0, BLOCK_BYTES);
  } else if (first_fresh <= total) {
    taken = first_fresh++;
  } else {
    return 0;
  }
  free_count--;
  return taken;
}

void block_release(uint32_t block) {
  memcpy(block_at(block), &first_released, sizeof first_released);
  first_released = block;
  free_count++;
}

uint32_t blocks_total(void) { return total; }

uint32_t blocks_free(void) { return free_count; }
