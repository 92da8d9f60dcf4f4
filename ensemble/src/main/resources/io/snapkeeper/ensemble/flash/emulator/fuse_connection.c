#define _GNU_SOURCE
#include "fuse_connection.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/*
 * The protocol's minor version that the structures here are from: Linux 5.4. A newer kernel speaks it,
 * too, and the headers of any newer system have it.
 */
enum { PROTOCOL_MINOR = 31 };

enum { PAGE_BYTES = 4096, TRANSFER_PAGES_MAX = TRANSFER_BYTES_MAX / PAGE_BYTES };

static int connection;

/* A request: the headers, for which the kernel wants a page of room, and the data of a write. */
static _Alignas(PAGE_BYTES) unsigned char received[PAGE_BYTES + TRANSFER_BYTES_MAX];

void fuse_reply_pieces(uint64_t unique, struct iovec *pieces, size_t count) {
  struct fuse_out_header header = {.unique = unique};
  pieces[0] = (struct iovec){&header, sizeof header};
  for (size_t i = 0; i < count; i++) {
    header.len += (uint32_t)pieces[i].iov_len;
  }
  ssize_t written = writev(connection, pieces, (int)count);
  /* ENOENT: nobody waits for it any more. ENODEV: unmounted meanwhile. */
  if (written < 0 && errno != ENOENT && errno != ENODEV) {
    fprintf(stderr, "emulated-flash: cannot reply: %s\n", strerror(errno));
    /* Or the caller would wait for ever. */
    header.len = sizeof header;
    header.error = -EIO;
    if (write(connection, &header, sizeof header) < 0) {
      fprintf(stderr, "emulated-flash: cannot reply with an error either: %s\n", strerror(errno));
    }
  }
}

void fuse_reply(uint64_t unique, const void *data, size_t bytes) {
  struct iovec pieces[2] = {{0}, {(void *)(uintptr_t)data, bytes}};
  fuse_reply_pieces(unique, pieces, 2);
}

void fuse_reply_error(uint64_t unique, int error) {
  struct fuse_out_header header = {.len = sizeof header, .error = -error, .unique = unique};
  if (write(connection, &header, sizeof header) < 0 && errno != ENOENT && errno != ENODEV) {
    fprintf(stderr, "emulated-flash: cannot reply: %s\n", strerror(errno));
  }
}

static void on_init(const struct fuse_server *server, const struct fuse_request *request) {
  const struct fuse_init_in *offered = request->body;
  struct fuse_init_out reply = {.major = FUSE_KERNEL_VERSION, .minor = PROTOCOL_MINOR};
  if (offered->major == FUSE_KERNEL_VERSION) {
    reply.max_readahead = offered->max_readahead;
    reply.flags = offered->flags & (server->flags | FUSE_BIG_WRITES | FUSE_MAX_PAGES);
    reply.max_background = server->background_max;
    reply.congestion_threshold = server->background_max;
    reply.max_write = TRANSFER_BYTES_MAX;
    reply.time_gran = 1;
    reply.max_pages = TRANSFER_PAGES_MAX;
  }
  /* To another major version the reply is ours alone, and the kernel asks again with that. */
  fuse_reply(request->unique, &reply, sizeof reply);
}

/* These have no reply, not even where there is no such operation. */
static bool is_notification(uint32_t opcode) {
  return opcode == FUSE_FORGET || opcode == FUSE_BATCH_FORGET;
}

static void dispatch(const struct fuse_server *server, size_t bytes) {
  const struct fuse_in_header *header = (const void *)received;
  if (bytes < sizeof *header || header->len != bytes) {
    fprintf(stderr, "emulated-flash: a request of %zu bytes, which its header does not say\n", bytes);
    return;
  }
  struct fuse_request request = {
      .unique = header->unique,
      .node = header->nodeid,
      .uid = header->uid,
      .gid = header->gid,
      .body = header + 1,
      .body_bytes = bytes - sizeof *header,
  };
  const struct fuse_operation *operation =
      header->opcode < server->operations_count ? &server->operations[header->opcode] : NULL;
  if (header->opcode == FUSE_INIT) {
    on_init(server, &request);
  } else if (operation && operation->handle && request.body_bytes >= operation->body_bytes_min) {
    operation->handle(&request);
  } else if (!is_notification(header->opcode)) {
    fuse_reply_error(request.unique, operation && operation->handle ? EIO : ENOSYS);
  }
}

int fuse_serve(int device, const struct fuse_server *server) {
  connection = device;
  for (;;) {
    ssize_t bytes = read(device, received, sizeof received);
    if (bytes >= 0) {
      dispatch(server, (size_t)bytes);
    } else if (errno == ENODEV) {
      return 0;
    } else if (errno != EINTR && errno != EAGAIN && errno != ENOENT) {
      /* ENOENT: the request was taken back while it was read. */
      fprintf(stderr, "emulated-flash: cannot receive: %s\n", strerror(errno));
      return -1;
    }
  }
}
