/* Mounting a FUSE file system, and unmounting it when this process is told to end. */
#ifndef MOUNT_H
#define MOUNT_H

/*
 * Mounts for this user alone: by the system call, or where that is not permitted through the
 * program fusermount3. From then on SIGHUP, SIGINT and SIGTERM unmount it and end the process.
 * Returns the FUSE device. Ends the process, with a line on standard error, where it cannot mount.
 */
int mount_fuse(const char *mount_point);

#endif
