/*
 * A library to preload: record locks fail as on NFS without a lock daemon. What the C library offers
 * under this name is called by the system call's number.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <sys/syscall.h>
#include <unistd.h>

int fcntl64(int fd, int command, ...);

static int without_locks(int fd, int command, void *argument) {
  switch (command) {
    case F_SETLK:
    case F_SETLKW:
    case F_OFD_SETLK:
    case F_OFD_SETLKW:
      errno = ENOLCK;
      return -1;
    default:
      return (int)syscall(SYS_fcntl, fd, command, argument);
  }
}

int fcntl(int fd, int command, ...) {
  va_list more;
  va_start(more, command);
  void *argument = va_arg(more, void *);
  va_end(more);
  return without_locks(fd, command, argument);
}

int fcntl64(int fd, int command, ...) {
  va_list more;
  va_start(more, command);
  void *argument = va_arg(more, void *);
  va_end(more);
  return without_locks(fd, command, argument);
}
