/*
 * The file system that a log's directory is on, and whether zeros ahead of the tail save writes
 * there. As FileSystemKind and LogFileSystem in Java, which say why; a test compares the two.
 */
#ifndef SNAPKEEPER_WAL_FILE_SYSTEM_H
#define SNAPKEEPER_WAL_FILE_SYSTEM_H

#include <stdbool.h>

struct skw_file_system {
  const char *kind;
  bool zeros_ahead;
};

/* Of a directory that is open; "unknown" where it cannot be recognised. */
struct skw_file_system skw_file_system_of(int directory);

/*
 * Of a path on one of these mounts. `ext_options` returns what the kernel says of the options of an
 * ext file system on a device, one a line, to be freed; NULL: nothing.
 */
struct skw_file_system skw_file_system_among(const char *mounts, const char *path, const char *device,
                                             char *(*ext_options)(const char *device));

#endif
