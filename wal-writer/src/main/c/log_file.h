/* One log file: made under another name, published as a log, written by commits and by a zeroing thread. */
#ifndef SNAPKEEPER_WAL_LOG_FILE_H
#define SNAPKEEPER_WAL_LOG_FILE_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/uio.h>

#include "frontier.h"
#include "sized_file.h"

/* As LogSettings in Java. */
struct skw_log_settings {
  uint64_t size_step_bytes;
  bool zeros_ahead; /* whether they save writes on the log's file system */
};

struct skw_log_file {
  int directory;
  char name[64]; /* until it is published */
  bool published;
  struct skw_sized_file sized;
  struct skw_frontier frontier;
  /* By the committing thread. */
  _Atomic uint64_t durable; /* end of the content */
  _Atomic uint64_t commits; /* how often that was moved */
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

/* Brings zeros and size to stable storage. Returns 0 or an errno. */
int skw_log_file_settle(struct skw_log_file *file);

/* Removes the files that a killed writer has made and not published. */
void skw_log_file_remove_leftovers(int directory);

/*
 * Opens a file that a writer before this one has published. Its zeros are not known, and are
 * written anew from `durable` on. Returns 0 or an errno.
 */
int skw_log_file_reopen(int directory, const char *name, struct skw_log_settings settings, uint64_t durable,
                        struct skw_log_file **opened);

/*
 * Writes whole blocks that hold the content up to `tail`; on return 0 they are on stable storage.
 * After an errno it is not known which of them are.
 */
int skw_log_file_write(struct skw_log_file *file, struct iovec *blocks, int count, uint64_t at, uint64_t tail);

/* Gives it its log's name, durably. Returns 0 or an errno. */
int skw_log_file_publish(struct skw_log_file *file, const char *name);

/* Closes and frees it; removes it if it was never published. */
void skw_log_file_close(struct skw_log_file *file);

#endif
