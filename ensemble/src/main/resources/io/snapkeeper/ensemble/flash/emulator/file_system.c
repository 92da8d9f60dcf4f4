#define _GNU_SOURCE
#define FUSE_USE_VERSION 312

#include "file_system.h"

#include <errno.h>
#include <fuse_lowlevel.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "control.h"

enum { INODE_ROOT = FUSE_ROOT_ID, INODE_DISK = 2, INODE_CONTROL = 3 };

/* The kernel sends no more than this in the background; the other half of the commands is for
   requests that do not count as such. */
enum { BACKGROUND_MAX = COMMANDS_MAX / 2, COMMAND_BYTES_MAX = 1 << 20 };

/* Names and attributes never change, so the kernel may keep them. */
static const double FOREVER_SECONDS = 1e6;

static uint64_t disk_bytes;
static unsigned char *disk;

static void answer(const struct command *due) {
  fuse_req_t request = due->request;
  if (due->failed) {
    fuse_reply_err(request, EIO);
    return;
  }
  switch (due->kind) {
    case KIND_READ:
      fuse_reply_buf(request, (const char *)disk + due->offset, due->bytes);
      break;
    case KIND_WRITE:
      fuse_reply_write(request, due->bytes);
      break;
    case KIND_FLUSH:
      fuse_reply_err(request, 0);
      break;
  }
}

static void accept_or_fail(fuse_req_t request, enum kind kind, off_t offset, size_t bytes) {
  struct command added = {
      .kind = kind, .offset = (uint64_t)offset, .bytes = bytes, .request = request};
  if (!commands_accept(added)) {
    fprintf(stderr, "emulated-flash: more than %d commands in flight; one failed\n", COMMANDS_MAX);
    fuse_reply_err(request, EIO);
  }
}

static bool fill_attributes(fuse_ino_t inode, struct stat *attributes) {
  memset(attributes, 0, sizeof *attributes);
  attributes->st_ino = inode;
  attributes->st_nlink = 1;
  attributes->st_blksize = 4096;
  switch (inode) {
    case INODE_ROOT:
      attributes->st_mode = S_IFDIR | 0700;
      attributes->st_nlink = 2;
      return true;
    case INODE_DISK:
      attributes->st_mode = S_IFREG | 0600;
      attributes->st_size = (off_t)disk_bytes;
      attributes->st_blocks = (blkcnt_t)(disk_bytes / 512);
      return true;
    case INODE_CONTROL:
      attributes->st_mode = S_IFREG | 0600;
      return true;
    default:
      return false;
  }
}

static void on_init(void *data, struct fuse_conn_info *connection) {
  (void)data;
  connection->max_write = COMMAND_BYTES_MAX;
  connection->max_background = BACKGROUND_MAX;
  connection->congestion_threshold = BACKGROUND_MAX;
  /* Pipes would be allocated as the load goes on. */
  connection->want &= ~(unsigned)(FUSE_CAP_SPLICE_READ | FUSE_CAP_SPLICE_WRITE | FUSE_CAP_SPLICE_MOVE);
  connection->want |= connection->capable & FUSE_CAP_ASYNC_DIO;
}

static void on_lookup(fuse_req_t request, fuse_ino_t parent, const char *name) {
  struct fuse_entry_param entry = {.attr_timeout = FOREVER_SECONDS, .entry_timeout = FOREVER_SECONDS};
  entry.ino = strcmp(name, "disk") == 0 ? INODE_DISK : strcmp(name, "control") == 0 ? INODE_CONTROL : 0;
  if (parent != INODE_ROOT || entry.ino == 0) {
    fuse_reply_err(request, ENOENT);
    return;
  }
  fill_attributes(entry.ino, &entry.attr);
  fuse_reply_entry(request, &entry);
}

static void on_getattr(fuse_req_t request, fuse_ino_t inode, struct fuse_file_info *file) {
  (void)file;
  struct stat attributes;
  if (fill_attributes(inode, &attributes)) {
    fuse_reply_attr(request, &attributes, FOREVER_SECONDS);
  } else {
    fuse_reply_err(request, ENOENT);
  }
}

/* A shell that redirects into "control" truncates it; times and modes stay what they are. */
static void on_setattr(
    fuse_req_t request, fuse_ino_t inode, struct stat *wanted, int set, struct fuse_file_info *file) {
  if (inode == INODE_DISK && (set & FUSE_SET_ATTR_SIZE) &&
      wanted->st_size != (off_t)disk_bytes) {
    fuse_reply_err(request, EPERM);
  } else {
    on_getattr(request, inode, file);
  }
}

static void on_open(fuse_req_t request, fuse_ino_t inode, struct fuse_file_info *file) {
  if (inode == INODE_CONTROL) {
    file->direct_io = 1;
  }
  fuse_reply_open(request, file);
}

static void on_readdir(
    fuse_req_t request, fuse_ino_t inode, size_t size, off_t offset, struct fuse_file_info *file) {
  (void)inode;
  (void)file;
  static const struct {
    const char *name;
    fuse_ino_t inode;
  } entries[] = {{".", INODE_ROOT}, {"..", INODE_ROOT}, {"disk", INODE_DISK}, {"control", INODE_CONTROL}};
  char buffer[512];
  size_t used = 0, limit = size < sizeof buffer ? size : sizeof buffer;
  for (size_t i = (size_t)offset; i < sizeof entries / sizeof *entries; i++) {
    struct stat attributes;
    fill_attributes(entries[i].inode, &attributes);
    size_t needed = fuse_add_direntry(
        request, buffer + used, limit - used, entries[i].name, &attributes, (off_t)i + 1);
    if (needed > limit - used) {
      break;
    }
    used += needed;
  }
  fuse_reply_buf(request, buffer, used);
}

static void on_read(
    fuse_req_t request, fuse_ino_t inode, size_t size, off_t offset, struct fuse_file_info *file) {
  (void)file;
  if (inode == INODE_CONTROL) {
    char text[COUNTERS_TEXT_MAX];
    size_t length = control_print(text);
    size_t from = (uint64_t)offset < length ? (size_t)offset : length;
    size_t rest = length - from;
    fuse_reply_buf(request, text + from, rest < size ? rest : size);
  } else if (offset < 0 || (uint64_t)offset >= disk_bytes) {
    fuse_reply_buf(request, NULL, 0);
  } else {
    uint64_t rest = disk_bytes - (uint64_t)offset;
    accept_or_fail(request, KIND_READ, offset, rest < size ? (size_t)rest : size);
  }
}

static void on_write(
    fuse_req_t request, fuse_ino_t inode, const char *data, size_t size, off_t offset,
    struct fuse_file_info *file) {
  (void)file;
  if (inode == INODE_CONTROL) {
    int wrong = control_obey(data, size);
    if (wrong) {
      fuse_reply_err(request, wrong);
    } else {
      fuse_reply_write(request, size);
    }
  } else if (offset < 0 || (uint64_t)offset > disk_bytes ||
             size > disk_bytes - (uint64_t)offset) {
    fuse_reply_err(request, ENOSPC);
  } else {
    memcpy(disk + offset, data, size);
    accept_or_fail(request, KIND_WRITE, offset, size);
  }
}

static void on_fsync(fuse_req_t request, fuse_ino_t inode, int only_data, struct fuse_file_info *file) {
  (void)only_data;
  (void)file;
  if (inode == INODE_DISK) {
    accept_or_fail(request, KIND_FLUSH, 0, 0);
  } else {
    fuse_reply_err(request, 0);
  }
}

static const struct fuse_lowlevel_ops operations = {
    .init = on_init,
    .lookup = on_lookup,
    .getattr = on_getattr,
    .setattr = on_setattr,
    .open = on_open,
    .readdir = on_readdir,
    .read = on_read,
    .write = on_write,
    .fsync = on_fsync,
};

int file_system_serve(const struct settings *settings, unsigned char *bytes, char *program) {
  disk_bytes = settings->size_bytes;
  disk = bytes;
  char *fuse_arguments[] = {program, "-o", "fsname=snapkeeper-flash,subtype=snapkeeper-flash"};
  struct fuse_args args = FUSE_ARGS_INIT(3, fuse_arguments);
  struct fuse_session *session = fuse_session_new(&args, &operations, sizeof operations, NULL);
  if (!session || fuse_set_signal_handlers(session)) {
    fail("cannot make a FUSE session");
  }
  /* Signals are for the receiving thread, whose read they interrupt. */
  sigset_t all, before_thread;
  sigfillset(&all);
  pthread_sigmask(SIG_BLOCK, &all, &before_thread);
  int failure = commands_start(*settings, answer);
  if (failure) {
    fail("cannot start a thread: %s", strerror(failure));
  }
  pthread_sigmask(SIG_SETMASK, &before_thread, NULL);
  if (fuse_session_mount(session, settings->mount_point)) {
    fail("cannot mount on %s; is /dev/fuse there?", settings->mount_point);
  }
  int status = fuse_session_loop(session);
  commands_stop();
  fuse_session_unmount(session);
  fuse_remove_signal_handlers(session);
  fuse_session_destroy(session);
  return status < 0 ? -1 : 0;
}
