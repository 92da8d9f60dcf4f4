/* The table of mounts, /proc/self/mountinfo, as Mount in Java reads it, which says why. */
#ifndef SNAPKEEPER_WAL_MOUNTS_H
#define SNAPKEEPER_WAL_MOUNTS_H

#include <stdbool.h>
#include <stddef.h>

/* A part of a text. */
struct skw_span {
  const char *at;
  size_t bytes;
};

struct skw_mount {
  struct skw_span device; /* MAJOR:MINOR of its superblock */
  struct skw_span point;  /* as it stands there: a space is \040 */
  struct skw_span type;
  struct skw_span options; /* of the superblock */
};

/*
 * The mount that a path is on, as parts of the table; false if there is none. `path` is absolute and
 * has no links, `device` is that of its file.
 */
bool skw_mount_holding(const char *table, const char *path, const char *device, struct skw_mount *found);

bool skw_span_is(struct skw_span span, const char *text);

#endif
