#define _GNU_SOURCE
#include "directory_names.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char CONTROL_NAME[] = ".control";

/* What one reply to a listing holds at most; the kernel asks again for the rest. */
enum { LISTING_BYTES_MAX = 32 * 1024 };

struct fuse_attr control_attributes(void) {
  return (struct fuse_attr){.ino = NODE_CONTROL,
                            .mode = S_IFREG | 0600,
                            .nlink = 1,
                            .uid = getuid(),
                            .gid = getgid(),
                            .blksize = SECTOR_BYTES};
}

/* The name that begins so far into a request; NULL where none ends there or it is too long. */
static const char *name_at(const struct fuse_request *request, size_t offset) {
  const char *name = (const char *)request->body + offset;
  size_t rest = offset < request->body_bytes ? request->body_bytes - offset : 0;
  size_t length = strnlen(name, rest);
  return length < rest && length <= NAME_BYTES_MAX ? name : NULL;
}

static struct fuse_entry_out known(struct inode *inode) {
  inode->lookups++;
  return (struct fuse_entry_out){
      .nodeid = inode->node,
      .generation = inode->generation,
      .entry_valid = FOREVER_SECONDS,
      .attr_valid = FOREVER_SECONDS,
      .attr = inode_attributes(inode),
  };
}

static struct inode *directory_of(const struct fuse_request *request) {
  struct inode *directory = inode_of(request->node);
  return directory && inode_is_directory(directory) ? directory : NULL;
}

void on_lookup(const struct fuse_request *request) {
  struct inode *directory = directory_of(request);
  const char *name = name_at(request, 0);
  struct fuse_entry_out entry = {.entry_valid = FOREVER_SECONDS, .attr_valid = FOREVER_SECONDS};
  if (!directory || !name) {
    fuse_reply_error(request->unique, name ? ENOENT : ENAMETOOLONG);
    return;
  }
  if (request->node == FUSE_ROOT_ID && strcmp(name, CONTROL_NAME) == 0) {
    entry.nodeid = NODE_CONTROL;
    entry.attr = control_attributes();
  } else {
    struct inode *found = inode_find(directory, name);
    if (!found) {
      fuse_reply_error(request->unique, ENOENT);
      return;
    }
    entry = known(found);
  }
  fuse_reply(request->unique, &entry, sizeof entry);
}

static void forget(uint64_t node, uint64_t lookups) {
  struct inode *inode = inode_of(node);
  if (inode) {
    inode_forget(inode, lookups);
  }
}

void on_forget(const struct fuse_request *request) {
  const struct fuse_forget_in *forgotten = request->body;
  forget(request->node, forgotten->nlookup);
}

void on_batch_forget(const struct fuse_request *request) {
  const struct fuse_batch_forget_in *batch = request->body;
  const struct fuse_forget_one *each = (const void *)(batch + 1);
  size_t room = (request->body_bytes - sizeof *batch) / sizeof *each;
  for (size_t i = 0; i < batch->count && i < room; i++) {
    forget(each[i].nodeid, each[i].nlookup);
  }
}

/* Replies with the error, and returns NULL, where there can be no new inode of that name. */
static struct inode *create(const struct fuse_request *request, const char *name, uint32_t mode) {
  struct inode *directory = directory_of(request);
  int wrong = !directory ? ENOENT : !name ? ENAMETOOLONG : inode_find(directory, name) ? EEXIST : 0;
  struct inode *made =
      wrong ? NULL : inode_create(directory, name, mode, request->uid, request->gid);
  if (!made) {
    fuse_reply_error(request->unique, wrong ? wrong : ENOSPC);
  }
  return made;
}

void on_mkdir(const struct fuse_request *request) {
  const struct fuse_mkdir_in *wanted = request->body;
  struct inode *made =
      create(request, name_at(request, sizeof *wanted), S_IFDIR | (wanted->mode & 07777));
  if (made) {
    struct fuse_entry_out entry = known(made);
    fuse_reply(request->unique, &entry, sizeof entry);
  }
}

void on_create(const struct fuse_request *request) {
  const struct fuse_create_in *wanted = request->body;
  struct inode *made =
      create(request, name_at(request, sizeof *wanted), S_IFREG | (wanted->mode & 07777));
  if (made) {
    struct {
      struct fuse_entry_out entry;
      struct fuse_open_out open;
    } reply = {.entry = known(made), .open = {.open_flags = FOPEN_KEEP_CACHE}};
    fuse_reply(request->unique, &reply, sizeof reply);
  }
}

/* Whether an inode of its own kind may take its name away. */
static int wrong_to_remove(const struct inode *inode, bool as_directory) {
  uint64_t place = 0;
  if (!inode) {
    return ENOENT;
  }
  if (inode_is_directory(inode) != as_directory) {
    return as_directory ? ENOTDIR : EISDIR;
  }
  return as_directory && inode_next(inode, &place) ? ENOTEMPTY : 0;
}

static void remove_named(const struct fuse_request *request, bool as_directory) {
  struct inode *directory = directory_of(request);
  const char *name = name_at(request, 0);
  struct inode *inode = directory && name ? inode_find(directory, name) : NULL;
  int wrong = wrong_to_remove(inode, as_directory);
  if (!wrong) {
    inode_remove(inode);
  }
  fuse_reply_error(request->unique, wrong);
}

void on_unlink(const struct fuse_request *request) { remove_named(request, false); }

void on_rmdir(const struct fuse_request *request) { remove_named(request, true); }

static int rename_to(
    const struct fuse_request *request, uint64_t new_node, size_t names_offset, uint32_t flags) {
  struct inode *directory = directory_of(request);
  struct inode *new_directory = inode_of(new_node);
  const char *name = name_at(request, names_offset);
  const char *new_name = name ? name_at(request, names_offset + strlen(name) + 1) : NULL;
  if (!name || !new_name) {
    return ENAMETOOLONG;
  }
  if (!directory || !new_directory || !inode_is_directory(new_directory)) {
    return ENOENT;
  }
  if (flags & ~(uint32_t)RENAME_NOREPLACE) {
    return EINVAL;
  }
  struct inode *inode = inode_find(directory, name);
  if (!inode) {
    return ENOENT;
  }
  struct inode *replaced = inode_find(new_directory, new_name);
  if (replaced && (flags & RENAME_NOREPLACE)) {
    return EEXIST;
  }
  if (replaced && replaced != inode) {
    int wrong = wrong_to_remove(replaced, inode_is_directory(inode));
    if (wrong) {
      return wrong;
    }
    inode_remove(replaced);
  }
  inode_rename(inode, new_directory, new_name);
  return 0;
}

void on_rename(const struct fuse_request *request) {
  const struct fuse_rename_in *wanted = request->body;
  fuse_reply_error(request->unique, rename_to(request, wanted->newdir, sizeof *wanted, 0));
}

void on_rename2(const struct fuse_request *request) {
  const struct fuse_rename2_in *wanted = request->body;
  int wrong = rename_to(request, wanted->newdir, sizeof *wanted, wanted->flags);
  fuse_reply_error(request->unique, wrong);
}

/* Appends an entry where it has room. Returns the bytes used then, or 0. */
static size_t append_entry(
    unsigned char *buffer, size_t room, const char *name, const struct inode *inode, uint64_t next) {
  struct fuse_dirent entry = {
      .ino = inode->node,
      .off = next,
      .namelen = (uint32_t)strlen(name),
      .type = inode->attributes.mode >> 12,
  };
  size_t bytes = FUSE_DIRENT_SIZE(&entry);
  if (bytes > room) {
    return 0;
  }
  memset(buffer, 0, bytes);
  memcpy(buffer, &entry, FUSE_NAME_OFFSET);
  memcpy(buffer + FUSE_NAME_OFFSET, name, entry.namelen);
  return bytes;
}

/*
 * Positions in a listing: 0 is ".", 1 is "..", and 2 + i the place i of the table, so that what is
 * created and removed meanwhile moves no other entry.
 */
void on_readdir(const struct fuse_request *request) {
  static _Alignas(struct fuse_dirent) unsigned char buffer[LISTING_BYTES_MAX];
  const struct fuse_read_in *wanted = request->body;
  const struct inode *directory = directory_of(request);
  if (!directory) {
    fuse_reply_error(request->unique, ENOTDIR);
    return;
  }
  size_t used = 0, limit = wanted->size < sizeof buffer ? wanted->size : sizeof buffer;
  uint64_t position = wanted->offset;
  for (;;) {
    const char *name = position == 0 ? "." : "..";
    const struct inode *inode = position == 0 || !directory->parent ? directory : directory->parent;
    if (position >= 2) {
      uint64_t place = position - 2;
      inode = inode_next(directory, &place);
      if (!inode) {
        break;
      }
      name = inode->name;
      position = place + 2;
    }
    size_t bytes = append_entry(buffer + used, limit - used, name, inode, position + 1);
    if (bytes == 0) {
      break;
    }
    used += bytes;
    position++;
  }
  fuse_reply(request->unique, buffer, used);
}
