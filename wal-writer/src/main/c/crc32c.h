/* CRC-32C (Castagnoli), as java.util.zip.CRC32C has it. */
#ifndef SNAPKEEPER_WAL_CRC32C_H
#define SNAPKEEPER_WAL_CRC32C_H

#include <stddef.h>
#include <stdint.h>

/* The checksum of more bytes after those that have `crc`; 0 to begin with. */
uint32_t skw_crc32c(uint32_t crc, const void *bytes, size_t length);

/* A way to work it out. Hidden: the shared library offers the function above only. */
typedef uint32_t skw_crc32c_way(uint32_t crc, const void *bytes, size_t length);

/* On any processor. */
__attribute__((visibility("hidden"))) skw_crc32c_way skw_crc32c_by_tables;

/* The processor's own instruction for it, or NULL where it has none. */
__attribute__((visibility("hidden"))) skw_crc32c_way *skw_crc32c_by_instruction(void);

/* The one of both that skw_crc32c takes. */
__attribute__((visibility("hidden"))) skw_crc32c_way *skw_crc32c_chosen(void);

#endif
