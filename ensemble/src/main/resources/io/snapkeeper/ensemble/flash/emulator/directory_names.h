/* The operations of directory_tree.c that are about names: look up, create, remove, rename, list. */
#ifndef DIRECTORY_NAMES_H
#define DIRECTORY_NAMES_H

#include "fuse_connection.h"
#include "inodes.h"

/* The file ".control"; not in the table of inodes. */
enum { NODE_CONTROL = NODES_MAX + 1 };

/* The kernel is the only one to change anything, so it may keep what it has been told. */
static const uint64_t FOREVER_SECONDS = 1000000;

struct fuse_attr control_attributes(void);

void on_lookup(const struct fuse_request *request);
void on_forget(const struct fuse_request *request);
void on_batch_forget(const struct fuse_request *request);
void on_mkdir(const struct fuse_request *request);
void on_create(const struct fuse_request *request);
void on_unlink(const struct fuse_request *request);
void on_rmdir(const struct fuse_request *request);
void on_rename(const struct fuse_request *request);
void on_rename2(const struct fuse_request *request);
void on_readdir(const struct fuse_request *request);

#endif
