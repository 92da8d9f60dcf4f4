/*
 * The directories and files of the file system: a fixed table. A file has one name, so the name
 * stands in its inode. Used by one thread.
 *
 * An inode is in use while it has a name or the kernel knows it (lookups): a removed file that is
 * open stays until the kernel forgets it.
 */
#ifndef INODES_H
#define INODES_H

#include <linux/fuse.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "contents.h"

/* NODES_MAX + 1 and above are never inodes of this table. */
enum { NODES_MAX = 4096, NAME_BYTES_MAX = 255 };

struct inode {
  uint64_t node;
  /* NULL once it is removed; the root is its own. */
  struct inode *parent;
  uint64_t lookups;
  /* Tells inodes apart that have had the same number. */
  uint64_t generation;
  bool used;
  char name[NAME_BYTES_MAX + 1];
  struct fuse_attr attributes;
  struct contents contents;
};

/* Makes the root, whose number is 1. */
void inodes_start(uint32_t uid, uint32_t gid);

/* How many can still be created. */
uint32_t inodes_free(void);

/* NULL where there is none of that number. */
struct inode *inode_of(uint64_t node);

/* NULL where the directory has no such name. */
struct inode *inode_find(const struct inode *directory, const char *name);

/* The first inode of the directory at or after a place of the table, whose place is then set. NULL:
   no more. */
struct inode *inode_next(const struct inode *directory, uint64_t *place);

bool inode_is_directory(const struct inode *inode);

/* Returns NULL where the table is full. */
struct inode *inode_create(
    struct inode *directory, const char *name, uint32_t mode, uint32_t uid, uint32_t gid);

void inode_remove(struct inode *inode);

void inode_rename(struct inode *inode, struct inode *directory, const char *name);

void inode_forget(struct inode *inode, uint64_t lookups);

/* With the size as of now. */
struct fuse_attr inode_attributes(const struct inode *inode);

/* Sets the times of modification and change to now. */
void inode_touch(struct inode *inode);

#endif
