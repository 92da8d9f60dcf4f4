/* The next log file, made ready while the present one is written. */
#ifndef SNAPKEEPER_WAL_SPARE_H
#define SNAPKEEPER_WAL_SPARE_H

#include <stdint.h>

#include "log_file.h"

struct skw_spare;

/* Begins to make one, in a thread of its own. NULL where there is no thread or no memory. */
struct skw_spare *skw_spare_start(int directory, struct skw_log_settings settings);

/* It is to begin with so many zeros, if that is more than before. `spare` may be NULL. */
void skw_spare_want(struct skw_spare *spare, uint64_t zeros);

/*
 * Waits until nothing is written to it any more and its zeros are there for good, and frees what is
 * not the file's own. Returns 0 or an errno; `spare` may be NULL, which is ENOENT.
 */
int skw_spare_take(struct skw_spare *spare, struct skw_log_file **file);

#endif
