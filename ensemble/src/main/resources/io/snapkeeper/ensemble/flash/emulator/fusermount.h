/* Mounting for ordinary users, by the set-user-ID program fusermount3 of the package fuse3. */
#ifndef FUSERMOUNT_H
#define FUSERMOUNT_H

/* Returns the FUSE device, or -1: the program, where there is one, has said why on standard error. */
int fusermount(const char *mount_point);

/* Unmounts, lazily. May be called from a signal handler. */
void fusermount_unmount(const char *mount_point);

#endif
