#include "layout.h"

#include <stddef.h>
#include <stdio.h>

#include "ring.h"

void skw_print_layout(void) {
  static const struct {
    const char *name;
    size_t at;
  } places[] = {
      {"MAGIC_AT", offsetof(struct skw_ring, magic)},
      {"VERSION_AT", offsetof(struct skw_ring, version)},
      {"DATA_BYTES_AT", offsetof(struct skw_ring, data_bytes)},
      {"SIZE_STEP_BYTES_AT", offsetof(struct skw_ring, size_step_bytes)},
      {"ZEROS_AHEAD_AT", offsetof(struct skw_ring, zeros_ahead)},
      {"SUBMITTED_AT", offsetof(struct skw_ring, submitted)},
      {"COMPLETED_AT", offsetof(struct skw_ring, completed)},
      {"ERROR_AT", offsetof(struct skw_ring, error)},
      {"IO_CLASS_AT", offsetof(struct skw_ring, io_class)},
      {"ZEROED_BYTES_AT", offsetof(struct skw_ring, zeroed_bytes)},
      {"OVERRUNS_AT", offsetof(struct skw_ring, overruns)},
      {"BLOCK_BYTES_AT", offsetof(struct skw_ring, block_bytes)},
      {"WRITER_SLEEPS_AT", offsetof(struct skw_ring, writer_sleeps)},
      {"SERVER_SLEEPS_AT", offsetof(struct skw_ring, server_sleeps)},
      {"KIND_AT", offsetof(struct skw_entry, kind)},
      {"CHECKSUM_AT", offsetof(struct skw_entry, checksum)},
      {"FROM_AT", offsetof(struct skw_entry, from)},
      {"TO_AT", offsetof(struct skw_entry, to)},
      {"NAME_BYTES_AT", offsetof(struct skw_entry, name_bytes)},
      {"NAME_AT", offsetof(struct skw_entry, name)},
      {"NAME_BYTES_MAX", SKW_NAME_BYTES_MAX},
      {"ENTRIES", SKW_ENTRIES},
      {"ENTRY_BYTES", SKW_ENTRY_BYTES},
      {"ENTRIES_AT", SKW_ENTRIES_AT},
      {"DATA_AT", SKW_DATA_AT},
      {"BLOCK_BYTES_MAX", SKW_BLOCK_BYTES_MAX},
      {"HEADER_BYTES_MAX", SKW_HEADER_BYTES_MAX},
      {"MAGIC", SKW_MAGIC},
      {"VERSION", SKW_VERSION},
      {"BEGIN", SKW_BEGIN},
      {"COMMIT", SKW_COMMIT},
      {"END", SKW_END},
      {"RESUME", SKW_RESUME},
      {"PIPED_DATA_BYTES", SKW_PIPED_DATA_BYTES},
      {"ANSWER_BYTES", sizeof(struct skw_answer)},
      {"ANSWER_COMPLETED_AT", offsetof(struct skw_answer, completed)},
      {"ANSWER_ERROR_AT", offsetof(struct skw_answer, error)},
      {"ANSWER_IO_CLASS_AT", offsetof(struct skw_answer, io_class)},
      {"ANSWER_OVERRUNS_AT", offsetof(struct skw_answer, overruns)},
  };
  for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
    printf("%s %zu\n", places[i].name, places[i].at);
  }
}
