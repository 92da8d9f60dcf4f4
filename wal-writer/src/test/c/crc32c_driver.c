/*
 * Prints by which way checksums are worked out here, then those of the samples on standard input,
 * by that way and by tables. A sample is three numbers of 32 bits and its bytes: how far beyond an
 * aligned place they are put, how many they are, and how many of them the first of two calls takes.
 */
#include <assert.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "crc32c.h"

#define ALIGNED 64
#define BYTES_MAX (2u << 20)

struct sample {
  uint32_t start;
  uint32_t length;
  uint32_t first;
};

static uint32_t in_two_calls(skw_crc32c_way *way, const struct sample *sample,
                             const uint8_t *bytes) {
  uint32_t crc = way(0, bytes, sample->first);
  return way(crc, bytes + sample->first, sample->length - sample->first);
}

static const char *name_of(skw_crc32c_way *way) {
  if (way == skw_crc32c_by_tables) {
    return "tables";
  }
  assert(way == skw_crc32c_by_instruction());
  return "instruction";
}

int main(void) {
  puts(name_of(skw_crc32c_chosen()));
  uint8_t *memory = aligned_alloc(ALIGNED, ALIGNED + BYTES_MAX);
  assert(memory != NULL);
  struct sample sample;
  while (fread(&sample, sizeof sample, 1, stdin) == 1) {
    assert(sample.start < ALIGNED && sample.length <= BYTES_MAX);
    assert(sample.first <= sample.length);
    uint8_t *bytes = memory + sample.start;
    size_t got = fread(bytes, 1, sample.length, stdin);
    assert(got == sample.length);
    printf("%u bytes at %u, %u of them first: %08x %08x\n", sample.length, sample.start,
           sample.first, in_two_calls(skw_crc32c, &sample, bytes),
           in_two_calls(skw_crc32c_by_tables, &sample, bytes));
  }
  assert(feof(stdin));
  free(memory);
  return EXIT_SUCCESS;
}
