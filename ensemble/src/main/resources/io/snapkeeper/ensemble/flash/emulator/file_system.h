/*
 * The FUSE file system: one directory with the files "disk", whose bytes are the given memory and
 * whose commands are answered when the drive answers them, and "control".
 */
#ifndef FILE_SYSTEM_H
#define FILE_SYSTEM_H

#include "commands.h"
#include "settings.h"

/* Mounts it and serves it until it is unmounted or a signal ends it. Returns 0, or -1 on a fault of
   the kernel's connection. Ends the process where it cannot be mounted. */
int file_system_serve(const struct settings *settings, unsigned char *disk);

#endif
