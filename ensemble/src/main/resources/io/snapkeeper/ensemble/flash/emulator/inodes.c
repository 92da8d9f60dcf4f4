#define _GNU_SOURCE
#include "inodes.h"

#include <string.h>
#include <sys/stat.h>
#include <time.h>

static struct inode table[NODES_MAX];

struct inode *inode_of(uint64_t node) {
  return node >= 1 && node <= NODES_MAX && table[node - 1].used ? &table[node - 1] : NULL;
}

bool inode_is_directory(const struct inode *inode) { return S_ISDIR(inode->attributes.mode); }

struct inode *inode_next(const struct inode *directory, uint64_t *place) {
  for (; *place < NODES_MAX; (*place)++) {
    struct inode *inode = &table[*place];
    if (inode->used && inode->parent == directory && inode != directory) {
      return inode;
    }
  }
  return NULL;
}

struct inode *inode_find(const struct inode *directory, const char *name) {
  uint64_t place = 0;
  for (struct inode *inode; (inode = inode_next(directory, &place)); place++) {
    if (strcmp(inode->name, name) == 0) {
      return inode;
    }
  }
  return NULL;
}

void inode_touch(struct inode *inode) {
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  struct fuse_attr *attributes = &inode->attributes;
  attributes->mtime = attributes->ctime = (uint64_t)now.tv_sec;
  attributes->mtimensec = attributes->ctimensec = (uint32_t)now.tv_nsec;
}

/* A name is at most as long as NAME_BYTES_MAX: callers have seen to it. */
static void place(struct inode *inode, struct inode *directory, const char *name) {
  inode->parent = directory;
  strcpy(inode->name, name);
  inode_touch(directory);
}

struct inode *inode_create(
    struct inode *directory, const char *name, uint32_t mode, uint32_t uid, uint32_t gid) {
  for (uint64_t i = 0; i < NODES_MAX; i++) {
    struct inode *inode = &table[i];
    if (!inode->used) {
      inode->used = true;
      inode->node = i + 1;
      inode->generation++;
      inode->lookups = 0;
      inode->attributes = (struct fuse_attr){
          .ino = inode->node, .mode = mode, .uid = uid, .gid = gid, .blksize = SECTOR_BYTES};
      inode->attributes.nlink = S_ISDIR(mode) ? 2 : 1;
      inode_touch(inode);
      inode->attributes.atime = inode->attributes.mtime;
      inode->attributes.atimensec = inode->attributes.mtimensec;
      place(inode, directory ? directory : inode, name);
      return inode;
    }
  }
  return NULL;
}

void inodes_start(uint32_t uid, uint32_t gid) { inode_create(NULL, "", S_IFDIR | 0700, uid, gid); }

uint32_t inodes_free(void) {
  uint32_t count = 0;
  for (uint64_t i = 0; i < NODES_MAX; i++) {
    count += !table[i].used;
  }
  return count;
}

static void free_if_unknown(struct inode *inode) {
  if (!inode->parent && inode->lookups == 0) {
    contents_resize(&inode->contents, 0);
    inode->used = false;
  }
}

void inode_remove(struct inode *inode) {
  inode_touch(inode->parent);
  inode->parent = NULL;
  inode->attributes.nlink = 0;
  free_if_unknown(inode);
}

void inode_rename(struct inode *inode, struct inode *directory, const char *name) {
  inode_touch(inode->parent);
  place(inode, directory, name);
}

void inode_forget(struct inode *inode, uint64_t lookups) {
  inode->lookups -= lookups < inode->lookups ? lookups : inode->lookups;
  free_if_unknown(inode);
}

struct fuse_attr inode_attributes(const struct inode *inode) {
  struct fuse_attr attributes = inode->attributes;
  attributes.size = inode->contents.size;
  attributes.blocks = (uint64_t)inode->contents.blocks * (BLOCK_BYTES / 512);
  return attributes;
}
