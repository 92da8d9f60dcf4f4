/*
 * The kernel's FUSE protocol over /dev/fuse, as <linux/fuse.h> describes it. No library: one would
 * allocate memory for every request, which main.c rules out, and would have to be installed.
 *
 * One thread receives requests and calls their operations; any thread may reply. Nothing is
 * allocated after the start.
 */
#ifndef FUSE_CONNECTION_H
#define FUSE_CONNECTION_H

#include <linux/fuse.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/uio.h>

/* The most bytes that one read or write transfers. */
enum { TRANSFER_BYTES_MAX = 1 << 20 };

struct fuse_request {
  /* Names the request in its reply. */
  uint64_t unique;
  /* The inode that it is about. */
  uint64_t node;
  uint32_t uid, gid;
  /* The operation's structure, then what comes after it: a name, or data. Valid in the operation. */
  const void *body;
  size_t body_bytes;
};

struct fuse_operation {
  /* NULL: the kernel is told that there is no such operation. */
  void (*handle)(const struct fuse_request *);
  /* A request with a shorter body fails. */
  size_t body_bytes_min;
};

struct fuse_server {
  /* By opcode. */
  const struct fuse_operation *operations;
  size_t operations_count;
  /* FUSE_... of the INIT reply, used where the kernel has them. */
  uint32_t flags;
  /* The kernel sends no more requests than this in the background. */
  uint16_t background_max;
};

/* Serves a mounted device until it is unmounted. Returns 0, or -1 on a fault of the connection. */
int fuse_serve(int device, const struct fuse_server *server);

void fuse_reply(uint64_t unique, const void *data, size_t bytes);

/* Replies with the bytes of pieces[1] and following; pieces[0] is filled in here. */
void fuse_reply_pieces(uint64_t unique, struct iovec *pieces, size_t count);

/* Replies with an error number, or with success and no data for 0. */
void fuse_reply_error(uint64_t unique, int error);

#endif
