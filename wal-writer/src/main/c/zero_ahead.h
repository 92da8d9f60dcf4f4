/*
 * The thread that keeps written zeros ahead of a log's tail, and a next file ready, at a pace of its
 * own. As ZeroAhead in Java, with the same rules. Whatever fails here costs commits time and nothing
 * else: they write where no zeros are.
 */
#ifndef SNAPKEEPER_WAL_ZERO_AHEAD_H
#define SNAPKEEPER_WAL_ZERO_AHEAD_H

#include <stdint.h>

#include "log_file.h"

struct skw_zero_ahead;

/* Starts the thread. NULL where there is none, or no memory; the others of these functions take it. */
struct skw_zero_ahead *skw_zero_ahead_open(int directory, struct skw_log_settings settings);

/* The next file, which the thread leaves alone from now on; NULL if there is none. */
struct skw_log_file *skw_zero_ahead_take_spare(struct skw_zero_ahead *ahead);

/* From now on zeros are kept ahead of this log's tail, and a next file is made ready. */
void skw_zero_ahead_follow(struct skw_zero_ahead *ahead, struct skw_log_file *log);

/* Ends that. On return the thread does not use the log, whose frontier is closed. */
void skw_zero_ahead_unfollow(struct skw_zero_ahead *ahead, struct skw_log_file *log);

/* A commit has moved the tail. */
void skw_zero_ahead_tail_moved(struct skw_zero_ahead *ahead, struct skw_log_file *log);

/* Ends the thread, and removes the file that was ready. */
void skw_zero_ahead_close(struct skw_zero_ahead *ahead);

#endif
