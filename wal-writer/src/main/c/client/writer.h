/* The writer's process, as the program that has started it holds it. */
#ifndef SNAPKEEPER_WAL_CLIENT_WRITER_H
#define SNAPKEEPER_WAL_CLIENT_WRITER_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

struct skw_writer {
  pid_t pid;    /* -1: none */
  int pid_fd;   /* of the process: its number may be another one's by now; -1: an old kernel */
  int doorbell; /* a socket: a writer that is gone must not raise SIGPIPE here; -1: none */
};

#define SKW_NO_WRITER ((struct skw_writer){.pid = -1, .pid_fd = -1, .doorbell = -1})

/* Starts a program for the ring in `memory`, a descriptor. Returns 0 or an errno. */
int skw_writer_start(struct skw_writer *writer, char *program, char *directory, char *token, int memory);

/* Wakes it. */
void skw_writer_ring(const struct skw_writer *writer);

/* Sleeps until the writer rings. False if it is gone, or does not until then. */
bool skw_writer_await(const struct skw_writer *writer, uint64_t until_nanos);

/* Tells it that there is nothing more to come. */
void skw_writer_hang_up(struct skw_writer *writer);

/* Ends it by force; skw_writer_reap has to follow. */
void skw_writer_kill(const struct skw_writer *writer);

/* Waits for its end. True once it can write nothing any more. */
bool skw_writer_reap(struct skw_writer *writer);

#endif
