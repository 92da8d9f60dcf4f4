#include "crc32c.h"

#include <pthread.h>

#define POLYNOMIAL 0x82f63b78u /* reflected */

/* table[k][b]: byte b, followed by k zero bytes. */
static uint32_t table[8][256];
static pthread_once_t once = PTHREAD_ONCE_INIT;

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

uint32_t skw_crc32c(uint32_t crc, const void *bytes, size_t length) {
  pthread_once(&once, fill);
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
