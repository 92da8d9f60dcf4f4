/*
 * The FUSE file system of the disks for ordinary users: directories and files in blocks of the given
 * memory. Reads and writes of files are answered when the drive answers them, all else at once; that
 * the kernel has received an fsync means that all writes before it were answered. The file
 * ".control" of the root, which no listing names, is what "control" is beside a disk.
 */
#ifndef DIRECTORY_TREE_H
#define DIRECTORY_TREE_H

#include "settings.h"

/* As file_system_serve. */
int directory_tree_serve(const struct settings *settings, unsigned char *memory);

#endif
