#define _GNU_SOURCE
#include "file_system.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "control.h"
#include "fuse_connection.h"
#include "mount.h"
#include "volatile_cache.h"

enum { INODE_ROOT = FUSE_ROOT_ID, INODE_DISK = 2, INODE_CONTROL = 3 };

/* The other half of the commands is for requests that do not count as in the background. */
enum { BACKGROUND_MAX = COMMANDS_MAX / 2 };

/* Names and attributes never change, so the kernel may keep them. */
static const uint64_t FOREVER_SECONDS = 1000000;

static uint64_t disk_bytes;
static unsigned char *disk;

static void reply_written(uint64_t unique, size_t bytes) {
  struct fuse_write_out reply = {.size = (uint32_t)bytes};
  fuse_reply(unique, &reply, sizeof reply);
}

static void answer(const struct command *due) {
  if (due->failed) {
    fuse_reply_error(due->request, EIO);
    return;
  }
  switch (due->kind) {
    case KIND_READ:
      fuse_reply(due->request, disk + due->offset, due->bytes);
      break;
    case KIND_WRITE:
      reply_written(due->request, due->bytes);
      break;
    case KIND_FLUSH:
      fuse_reply_error(due->request, 0);
      break;
  }
}

static void accept_or_fail(
    const struct fuse_request *request, enum kind kind, uint64_t offset, size_t bytes) {
  if (!cache_has_power()) {
    fuse_reply_error(request->unique, EIO);
    return;
  }
  struct command added = {.kind = kind, .offset = offset, .bytes = bytes, .request = request->unique};
  if (!commands_accept(added)) {
    fprintf(stderr, "emulated-flash: more than %d commands in flight; one failed\n", COMMANDS_MAX);
    fuse_reply_error(request->unique, EIO);
  }
}

static bool fill_attributes(uint64_t inode, struct fuse_attr *attributes) {
  *attributes = (struct fuse_attr){.ino = inode, .nlink = 1, .blksize = 4096};
  switch (inode) {
    case INODE_ROOT:
      attributes->mode = S_IFDIR | 0700;
      attributes->nlink = 2;
      return true;
    case INODE_DISK:
      attributes->mode = S_IFREG | 0600;
      attributes->size = disk_bytes;
      attributes->blocks = disk_bytes / 512;
      return true;
    case INODE_CONTROL:
      attributes->mode = S_IFREG | 0600;
      return true;
    default:
      return false;
  }
}

/* A name in a request: the kernel ends it with a null character; were it not so, it is no name. */
static bool is_named(const struct fuse_request *request, const char *name) {
  size_t bytes = strlen(name) + 1;
  return request->body_bytes == bytes && memcmp(request->body, name, bytes) == 0;
}

static void on_lookup(const struct fuse_request *request) {
  struct fuse_entry_out entry = {.entry_valid = FOREVER_SECONDS, .attr_valid = FOREVER_SECONDS};
  entry.nodeid = is_named(request, "disk") ? INODE_DISK : is_named(request, "control") ? INODE_CONTROL : 0;
  if (request->node != INODE_ROOT || entry.nodeid == 0) {
    fuse_reply_error(request->unique, ENOENT);
    return;
  }
  fill_attributes(entry.nodeid, &entry.attr);
  fuse_reply(request->unique, &entry, sizeof entry);
}

static void on_getattr(const struct fuse_request *request) {
  struct fuse_attr_out reply = {.attr_valid = FOREVER_SECONDS};
  if (fill_attributes(request->node, &reply.attr)) {
    fuse_reply(request->unique, &reply, sizeof reply);
  } else {
    fuse_reply_error(request->unique, ENOENT);
  }
}

/* A shell that redirects into "control" truncates it; times and modes stay what they are. */
static void on_setattr(const struct fuse_request *request) {
  const struct fuse_setattr_in *wanted = request->body;
  if (request->node == INODE_DISK && (wanted->valid & FATTR_SIZE) && wanted->size != disk_bytes) {
    fuse_reply_error(request->unique, EPERM);
  } else {
    on_getattr(request);
  }
}

static void on_open(const struct fuse_request *request) {
  struct fuse_open_out reply = {.open_flags = request->node == INODE_CONTROL ? FOPEN_DIRECT_IO : 0};
  fuse_reply(request->unique, &reply, sizeof reply);
}

static void on_release(const struct fuse_request *request) { fuse_reply_error(request->unique, 0); }

static void on_statfs(const struct fuse_request *request) {
  struct fuse_statfs_out reply = {.st = {.bsize = 4096, .frsize = 4096, .namelen = 255}};
  fuse_reply(request->unique, &reply, sizeof reply);
}

static void on_readdir(const struct fuse_request *request) {
  static const struct {
    const char *name;
    uint64_t inode;
    uint32_t mode;
  } entries[] = {
      {".", INODE_ROOT, S_IFDIR},
      {"..", INODE_ROOT, S_IFDIR},
      {"disk", INODE_DISK, S_IFREG},
      {"control", INODE_CONTROL, S_IFREG},
  };
  const struct fuse_read_in *wanted = request->body;
  _Alignas(struct fuse_dirent) unsigned char buffer[512] = {0};
  size_t used = 0, limit = wanted->size < sizeof buffer ? wanted->size : sizeof buffer;
  for (uint64_t i = wanted->offset; i < sizeof entries / sizeof *entries; i++) {
    struct fuse_dirent entry = {
        .ino = entries[i].inode,
        .off = i + 1,
        .namelen = (uint32_t)strlen(entries[i].name),
        .type = entries[i].mode >> 12,
    };
    if (FUSE_DIRENT_SIZE(&entry) > limit - used) {
      break;
    }
    memcpy(buffer + used, &entry, FUSE_NAME_OFFSET);
    memcpy(buffer + used + FUSE_NAME_OFFSET, entries[i].name, entry.namelen);
    used += FUSE_DIRENT_SIZE(&entry);
  }
  fuse_reply(request->unique, buffer, used);
}

static void on_read(const struct fuse_request *request) {
  const struct fuse_read_in *wanted = request->body;
  if (request->node == INODE_CONTROL) {
    char text[COUNTERS_TEXT_MAX];
    size_t length = control_print(text);
    size_t from = wanted->offset < length ? (size_t)wanted->offset : length;
    size_t rest = length - from;
    fuse_reply(request->unique, text + from, rest < wanted->size ? rest : wanted->size);
  } else if (wanted->offset >= disk_bytes) {
    fuse_reply(request->unique, NULL, 0);
  } else {
    uint64_t rest = disk_bytes - wanted->offset;
    accept_or_fail(request, KIND_READ, wanted->offset, rest < wanted->size ? (size_t)rest : wanted->size);
  }
}

static void on_write(const struct fuse_request *request) {
  const struct fuse_write_in *wanted = request->body;
  const void *data = wanted + 1;
  if (wanted->size > request->body_bytes - sizeof *wanted) {
    fuse_reply_error(request->unique, EIO);
  } else if (request->node == INODE_CONTROL) {
    int wrong = cache_obey(data, wanted->size) ? control_obey(data, wanted->size) : 0;
    if (wrong) {
      fuse_reply_error(request->unique, wrong);
    } else {
      reply_written(request->unique, wanted->size);
    }
  } else if (wanted->offset > disk_bytes || wanted->size > disk_bytes - wanted->offset) {
    fuse_reply_error(request->unique, ENOSPC);
  } else {
    cache_write(wanted->offset, data, wanted->size);
    accept_or_fail(request, KIND_WRITE, wanted->offset, wanted->size);
  }
}

static void on_fsync(const struct fuse_request *request) {
  if (request->node == INODE_DISK) {
    cache_flush();
    accept_or_fail(request, KIND_FLUSH, 0, 0);
  } else {
    fuse_reply_error(request->unique, 0);
  }
}

static const struct fuse_operation operations[] = {
    [FUSE_LOOKUP] = {on_lookup, 2},
    [FUSE_GETATTR] = {on_getattr, 0},
    [FUSE_SETATTR] = {on_setattr, sizeof(struct fuse_setattr_in)},
    [FUSE_OPEN] = {on_open, 0},
    [FUSE_RELEASE] = {on_release, 0},
    [FUSE_OPENDIR] = {on_open, 0},
    [FUSE_RELEASEDIR] = {on_release, 0},
    [FUSE_READDIR] = {on_readdir, sizeof(struct fuse_read_in)},
    [FUSE_READ] = {on_read, sizeof(struct fuse_read_in)},
    [FUSE_WRITE] = {on_write, sizeof(struct fuse_write_in)},
    [FUSE_STATFS] = {on_statfs, 0},
    [FUSE_FSYNC] = {on_fsync, 0},
};

int file_system_serve(const struct settings *settings, unsigned char *bytes) {
  disk_bytes = settings->size_bytes;
  disk = bytes;
  cache_start(bytes, settings->size_bytes, settings->cache_bytes);
  int failure = commands_start(*settings, answer);
  if (failure) {
    fail("cannot start a thread: %s", strerror(failure));
  }
  int device = mount_fuse(settings->mount_point);
  /* The loop device has several commands in flight, which is for asynchronous direct I/O. */
  struct fuse_server server = {
      .operations = operations,
      .operations_count = sizeof operations / sizeof *operations,
      .flags = FUSE_ASYNC_READ | FUSE_ASYNC_DIO,
      .background_max = BACKGROUND_MAX,
  };
  int status = fuse_serve(device, &server);
  commands_stop();
  return status;
}
