#define _GNU_SOURCE
#include "directory_tree.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "commands.h"
#include "control.h"
#include "directory_names.h"
#include "fuse_connection.h"
#include "inodes.h"
#include "mount.h"

/* As many writes as the queue of a block device holds. */
enum { BACKGROUND_MAX = 128 };

static void reply_written(uint64_t unique, size_t bytes) {
  struct fuse_write_out reply = {.size = (uint32_t)bytes};
  fuse_reply(unique, &reply, sizeof reply);
}

static void answer(const struct command *due) {
  const struct inode *inode = inode_of(due->node);
  if (due->failed || !inode) {
    fuse_reply_error(due->request, EIO);
  } else if (due->kind == KIND_READ) {
    contents_reply(&inode->contents, due->offset, due->bytes, due->request);
  } else {
    reply_written(due->request, due->bytes);
  }
}

static void accept_or_fail(
    const struct fuse_request *request, enum kind kind, uint64_t offset, size_t bytes) {
  struct command added = {
      .kind = kind,
      .offset = offset,
      .bytes = bytes,
      .request = request->unique,
      .node = request->node,
  };
  if (!commands_accept(added)) {
    fprintf(stderr, "emulated-flash: more than %d commands in flight; one failed\n", COMMANDS_MAX);
    fuse_reply_error(request->unique, EIO);
  }
}

static void on_getattr(const struct fuse_request *request) {
  struct fuse_attr_out reply = {.attr_valid = FOREVER_SECONDS};
  const struct inode *inode = inode_of(request->node);
  if (!inode && request->node != NODE_CONTROL) {
    fuse_reply_error(request->unique, ENOENT);
    return;
  }
  reply.attr = inode ? inode_attributes(inode) : control_attributes();
  fuse_reply(request->unique, &reply, sizeof reply);
}

static int set_attributes(struct inode *inode, const struct fuse_setattr_in *wanted) {
  if (wanted->valid & FATTR_SIZE) {
    if (inode_is_directory(inode)) {
      return EISDIR;
    }
    int wrong = contents_resize(&inode->contents, wanted->size);
    if (wrong) {
      return wrong;
    }
    inode_touch(inode);
  }
  struct fuse_attr *attributes = &inode->attributes;
  if (wanted->valid & FATTR_MODE) {
    attributes->mode = (attributes->mode & S_IFMT) | (wanted->mode & 07777);
  }
  if (wanted->valid & FATTR_UID) {
    attributes->uid = wanted->uid;
  }
  if (wanted->valid & FATTR_GID) {
    attributes->gid = wanted->gid;
  }
  /* The kernel keeps the time of writes itself and sends it here. */
  if (wanted->valid & FATTR_ATIME) {
    attributes->atime = wanted->atime;
    attributes->atimensec = wanted->atimensec;
  }
  if (wanted->valid & FATTR_MTIME) {
    attributes->mtime = wanted->mtime;
    attributes->mtimensec = wanted->mtimensec;
  }
  if (wanted->valid & FATTR_CTIME) {
    attributes->ctime = wanted->ctime;
    attributes->ctimensec = wanted->ctimensec;
  }
  return 0;
}

static void on_setattr(const struct fuse_request *request) {
  struct inode *inode = inode_of(request->node);
  int wrong = inode ? set_attributes(inode, request->body) : 0;
  if (wrong) {
    fuse_reply_error(request->unique, wrong);
  } else {
    on_getattr(request);
  }
}

static void on_open(const struct fuse_request *request) {
  bool control = request->node == NODE_CONTROL;
  /* Nobody but the kernel writes here, so what it has cached stays right. */
  struct fuse_open_out reply = {.open_flags = control ? FOPEN_DIRECT_IO : FOPEN_KEEP_CACHE};
  fuse_reply(request->unique, &reply, sizeof reply);
}

static void on_release(const struct fuse_request *request) { fuse_reply_error(request->unique, 0); }

static void on_statfs(const struct fuse_request *request) {
  uint32_t total, available;
  contents_space(&total, &available);
  const uint64_t sectors_per_block = BLOCK_BYTES / SECTOR_BYTES;
  struct fuse_statfs_out reply = {0};
  reply.st.blocks = total * sectors_per_block;
  reply.st.bfree = reply.st.bavail = available * sectors_per_block;
  reply.st.files = NODES_MAX;
  reply.st.ffree = inodes_free();
  reply.st.bsize = reply.st.frsize = SECTOR_BYTES;
  reply.st.namelen = NAME_BYTES_MAX;
  fuse_reply(request->unique, &reply, sizeof reply);
}

static void on_read(const struct fuse_request *request) {
  const struct fuse_read_in *wanted = request->body;
  const struct inode *inode = inode_of(request->node);
  if (request->node == NODE_CONTROL) {
    char text[COUNTERS_TEXT_MAX];
    size_t length = control_print(text);
    size_t from = wanted->offset < length ? (size_t)wanted->offset : length;
    size_t rest = length - from;
    fuse_reply(request->unique, text + from, rest < wanted->size ? rest : wanted->size);
    return;
  }
  size_t bytes = inode ? contents_readable(&inode->contents, wanted->offset, wanted->size) : 0;
  if (bytes == 0) {
    fuse_reply(request->unique, NULL, 0);
  } else {
    accept_or_fail(request, KIND_READ, wanted->offset, bytes);
  }
}

static void on_write(const struct fuse_request *request) {
  const struct fuse_write_in *wanted = request->body;
  const void *data = wanted + 1;
  struct inode *inode = inode_of(request->node);
  int wrong;
  if (wanted->size > request->body_bytes - sizeof *wanted) {
    wrong = EIO;
  } else if (request->node == NODE_CONTROL) {
    wrong = control_obey(data, wanted->size);
  } else {
    wrong = inode ? contents_write(&inode->contents, wanted->offset, data, wanted->size) : ENOENT;
  }
  if (wrong) {
    fuse_reply_error(request->unique, wrong);
  } else if (request->node == NODE_CONTROL) {
    reply_written(request->unique, wanted->size);
  } else {
    accept_or_fail(request, KIND_WRITE, wanted->offset, wanted->size);
  }
}

static void on_fallocate(const struct fuse_request *request) {
  const struct fuse_fallocate_in *wanted = request->body;
  /* FALLOC_FL_KEEP_SIZE */
  const uint32_t keep_size = 1;
  struct inode *inode = inode_of(request->node);
  int wrong = wanted->mode & ~keep_size ? EOPNOTSUPP : inode ? 0 : ENOENT;
  if (!wrong) {
    wrong = contents_reserve(&inode->contents, wanted->offset, wanted->length);
  }
  uint64_t end = wanted->offset + wanted->length;
  if (!wrong && !(wanted->mode & keep_size) && end > inode->contents.size) {
    wrong = contents_resize(&inode->contents, end);
  }
  fuse_reply_error(request->unique, wrong);
}

/*
 * Without FUSE_FSYNC: told so once, the kernel no longer asks, and an fsync is what it is on a drive
 * without a volatile cache: the end of the writes before it. Extended attributes, locks and links
 * are not here either; the kernel does what is needed of locks itself.
 */
static const struct fuse_operation operations[] = {
    [FUSE_LOOKUP] = {on_lookup, 2},
    [FUSE_FORGET] = {on_forget, sizeof(struct fuse_forget_in)},
    [FUSE_BATCH_FORGET] = {on_batch_forget, sizeof(struct fuse_batch_forget_in)},
    [FUSE_GETATTR] = {on_getattr, 0},
    [FUSE_SETATTR] = {on_setattr, sizeof(struct fuse_setattr_in)},
    [FUSE_MKDIR] = {on_mkdir, sizeof(struct fuse_mkdir_in) + 2},
    [FUSE_UNLINK] = {on_unlink, 2},
    [FUSE_RMDIR] = {on_rmdir, 2},
    [FUSE_RENAME] = {on_rename, sizeof(struct fuse_rename_in) + 4},
    [FUSE_RENAME2] = {on_rename2, sizeof(struct fuse_rename2_in) + 4},
    [FUSE_CREATE] = {on_create, sizeof(struct fuse_create_in) + 2},
    [FUSE_OPEN] = {on_open, 0},
    [FUSE_RELEASE] = {on_release, 0},
    [FUSE_OPENDIR] = {on_open, 0},
    [FUSE_RELEASEDIR] = {on_release, 0},
    [FUSE_READDIR] = {on_readdir, sizeof(struct fuse_read_in)},
    [FUSE_STATFS] = {on_statfs, 0},
    [FUSE_READ] = {on_read, sizeof(struct fuse_read_in)},
    [FUSE_WRITE] = {on_write, sizeof(struct fuse_write_in)},
    [FUSE_FALLOCATE] = {on_fallocate, sizeof(struct fuse_fallocate_in)},
};

int directory_tree_serve(const struct settings *settings, unsigned char *memory) {
  blocks_start(memory, settings->size_bytes);
  inodes_start(getuid(), getgid());
  int failure = commands_start(*settings, answer);
  if (failure) {
    fail("cannot start a thread: %s", strerror(failure));
  }
  int device = mount_fuse(settings->mount_point);
  /* Buffered writes stay in the kernel's page cache, as with any disk, until it writes them back. */
  struct fuse_server server = {
      .operations = operations,
      .operations_count = sizeof operations / sizeof *operations,
      .flags = FUSE_ASYNC_READ | FUSE_ASYNC_DIO | FUSE_WRITEBACK_CACHE,
      .background_max = BACKGROUND_MAX,
  };
  int status = fuse_serve(device, &server);
  commands_stop();
  return status;
}
