/* One log file: durable writes over zeros that a thread keeps ahead of them. */
#ifndef SNAPKEEPER_WAL_LOG_FILE_H
#define SNAPKEEPER_WAL_LOG_FILE_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/uio.h>

/* One request of zeros: short, for commits wait for it. */
#define SKW_ZERO_BYTES (64u << 10)

struct skw_log_file;

/* As LogSettings in Java. */
struct skw_log_settings {
  uint64_t size_step_bytes;
  bool zeros_ahead;
};

/*
 * Makes a file under a name that is none of a log's, with few zeros at its beginning, or as large
 * without them; it is not settled. Returns 0 or an errno.
 */
int skw_log_file_make(int directory, struct skw_log_settings settings, struct skw_log_file **made);

/*
 * One more request of zeros behind those at its beginning, before it is published. They are not
 * there for good until it is settled. Returns 0 or an errno; after that it has those of before.
 */
int skw_log_file_zero_more(struct skw_log_file *file);
int skw_log_file_settle(struct skw_log_file *file);

/* Removes the files that a killed writer has made and not published. */
void skw_log_file_remove_leftovers(int directory);

/*
 * Opens a file that a writer before this one has published. Its zeros are not known, and are
 * written anew from `tail` on. Returns 0 or an errno.
 */
int skw_log_file_reopen(int directory, const char *name, struct skw_log_settings settings, uint64_t tail,
                        struct skw_log_file **opened);

/* Block size of its file system. */
uint32_t skw_log_file_block_bytes(const struct skw_log_file *file);

/*
 * Writes whole blocks, after the file is long enough for good; on return 0 they are on stable storage. After an errno it is not known
 * which of them are.
 */
int skw_log_file_write(struct skw_log_file *file, struct iovec *blocks, int count, uint64_t at);

/* Gives it its log's name, durably. Returns 0 or an errno. */
int skw_log_file_publish(struct skw_log_file *file, const char *name);

/* From now on zeros are kept ahead of the last write. */
void skw_log_file_keep_ahead(struct skw_log_file *file);

uint64_t skw_log_file_zeroed_bytes(struct skw_log_file *file);

/* Zeros that the file after it is to begin with. */
uint64_t skw_log_file_next_bytes(struct skw_log_file *file);

uint64_t skw_log_file_overruns(struct skw_log_file *file);

/* Ends its thread, closes and frees it; removes it if it was never published. */
void skw_log_file_close(struct skw_log_file *file);

#endif
