#include "crc32c.h"

#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
#include <string.h>

/* By tables. */

#define POLYNOMIAL 0x82f63b78u /* reflected */

/* table[k][b]: byte b, followed by k zero bytes. */
static uint32_t table[8][256];
static pthread_once_t filled = PTHREAD_ONCE_INIT;

static void fill(void) {
  for (uint32_t b = 0; b < 256; b++) {
    uint32_t crc = b;
    for (int bit = 0; bit < 8; bit++) {
      crc = (crc >> 1) ^ ((crc & 1) ? POLYNOMIAL : 0);
    }
    table[0][b] = crc;
  }
  for (int k = 1; k < 8; k++) {
    for (uint32_t b = 0; b < 256; b++) {
      table[k][b] = (table[k - 1][b] >> 8) ^ table[0][table[k - 1][b] & 0xff];
    }
  }
}

uint32_t skw_crc32c_by_tables(uint32_t crc, const void *bytes, size_t length) {
  pthread_once(&filled, fill);
  const uint8_t *p = bytes;
  crc = ~crc;
  while (length >= 8) {
    uint32_t low = crc ^ (p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24);
    crc = table[7][low & 0xff] ^ table[6][low >> 8 & 0xff] ^ table[5][low >> 16 & 0xff] ^
          table[4][low >> 24] ^ table[3][p[4]] ^ table[2][p[5]] ^ table[1][p[6]] ^ table[0][p[7]];
    p += 8;
    length -= 8;
  }
  while (length-- > 0) {
    crc = (crc >> 8) ^ table[0][(crc ^ *p++) & 0xff];
  }
  return ~crc;
}

/* By the processor's instruction. It takes the lowest byte first, as a little-endian load has it. */

#if defined(__x86_64__)

#include <nmmintrin.h>

#define WITH_INSTRUCTION __attribute__((target("sse4.2")))

static bool has_instruction(void) {
  return __builtin_cpu_supports("sse4.2");
}

WITH_INSTRUCTION static inline uint32_t of_word(uint32_t crc, uint64_t word) {
  return (uint32_t)_mm_crc32_u64(crc, word);
}

WITH_INSTRUCTION static inline uint32_t of_byte(uint32_t crc, uint8_t byte) {
  return _mm_crc32_u8(crc, byte);
}

#elif defined(__aarch64__) && defined(__AARCH64EL__)

#include <arm_acle.h>
#include <sys/auxv.h>

#define WITH_INSTRUCTION __attribute__((target("+crc")))

static bool has_instruction(void) {
  return (getauxval(AT_HWCAP) & HWCAP_CRC32) != 0;
}

WITH_INSTRUCTION static inline uint32_t of_word(uint32_t crc, uint64_t word) {
  return __crc32cd(crc, word);
}

WITH_INSTRUCTION static inline uint32_t of_byte(uint32_t crc, uint8_t byte) {
  return __crc32cb(crc, byte);
}

#endif

#ifdef WITH_INSTRUCTION

WITH_INSTRUCTION static uint32_t by_instruction(uint32_t crc, const void *bytes, size_t length) {
  const uint8_t *p = bytes;
  crc = ~crc;
  while (length >= 8) {
    uint64_t word;
    memcpy(&word, p, sizeof word); /* no alignment is promised */
    crc = of_word(crc, word);
    p += 8;
    length -= 8;
  }
  while (length-- > 0) {
    crc = of_byte(crc, *p++);
  }
  return ~crc;
}

skw_crc32c_way *skw_crc32c_by_instruction(void) {
  return has_instruction() ? by_instruction : NULL;
}

#else

skw_crc32c_way *skw_crc32c_by_instruction(void) {
  return NULL;
}

#endif

/* The better of both, asked for once. */

static skw_crc32c_way *way;
static pthread_once_t chosen = PTHREAD_ONCE_INIT;

static void choose(void) {
  skw_crc32c_way *instruction = skw_crc32c_by_instruction();
  way = instruction != NULL ? instruction : skw_crc32c_by_tables;
}

skw_crc32c_way *skw_crc32c_chosen(void) {
  pthread_once(&chosen, choose);
  assert(way != NULL);
  return way;
}

uint32_t skw_crc32c(uint32_t crc, const void *bytes, size_t length) {
  assert(bytes != NULL || length == 0);
  return skw_crc32c_chosen()(crc, bytes, length);
}
