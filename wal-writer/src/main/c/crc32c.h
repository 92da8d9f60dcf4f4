/* CRC-32C (Castagnoli), as java.util.zip.CRC32C has it. */
#ifndef SNAPKEEPER_WAL_CRC32C_H
#define SNAPKEEPER_WAL_CRC32C_H

#include <stddef.h>
#include <stdint.h>

/* The checksum of more bytes after those that have `crc`; 0 to begin with. */
uint32_t skw_crc32c(uint32_t crc, const void *bytes, size_t length);

#endif
