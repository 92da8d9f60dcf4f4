/* Mounting a FUSE device, and unmounting it when this process is told to end. */
#ifndef MOUNT_H
#define MOUNT_H

/*
 * Mounts it for this user alone. From then on SIGHUP, SIGINT and SIGTERM unmount it and end the
 * process. Ends the process, with a line on standard error, where it cannot be mounted.
 */
void mount_device(int device, const char *mount_point);

#endif
