#define _GNU_SOURCE
#include "fusermount.h"

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

/* By their places: no search path is followed in a signal handler. The last is of FUSE 2. */
static const char *const programs[] = {
    "/usr/bin/fusermount3", "/bin/fusermount3", "/usr/local/bin/fusermount3",
    "/run/wrappers/bin/fusermount3", "/usr/bin/fusermount"};

/* Returns only where there is no such program. */
static void become_fusermount(const char *const arguments[]) {
  for (size_t i = 0; i < sizeof programs / sizeof *programs; i++) {
    execv(programs[i], (char *const *)(uintptr_t)arguments);
  }
}

/* The program sends the open device as a control message with one byte. */
static int receive_device(int socket) {
  char byte;
  struct iovec data = {&byte, 1};
  union {
    struct cmsghdr header;
    char bytes[CMSG_SPACE(sizeof(int))];
  } control;
  struct msghdr message = {
      .msg_iov = &data,
      .msg_iovlen = 1,
      .msg_control = control.bytes,
      .msg_controllen = sizeof control.bytes,
  };
  ssize_t received;
  do {
    received = recvmsg(socket, &message, MSG_CMSG_CLOEXEC);
  } while (received < 0 && errno == EINTR);
  const struct cmsghdr *header = received > 0 ? CMSG_FIRSTHDR(&message) : NULL;
  if (!header || header->cmsg_type != SCM_RIGHTS) {
    return -1;
  }
  int device;
  memcpy(&device, CMSG_DATA(header), sizeof device);
  return device;
}

int fusermount(const char *mount_point) {
  const char *arguments[] = {
      "fusermount3", "-o",        "nosuid,nodev,fsname=snapkeeper-flash,subtype=snapkeeper-flash",
      "--",          mount_point, NULL};
  int sockets[2];
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, sockets)) {
    return -1;
  }
  pid_t child = fork();
  if (child == 0) {
    char number[16];
    snprintf(number, sizeof number, "%d", sockets[1]);
    setenv("_FUSE_COMMFD", number, 1);
    fcntl(sockets[1], F_SETFD, 0);
    become_fusermount(arguments);
    fprintf(stderr, "emulated-flash: no %s (Debian: apt install fuse3)\n", programs[0]);
    _exit(EXIT_FAILURE);
  }
  close(sockets[1]);
  int device = child < 0 ? -1 : receive_device(sockets[0]);
  close(sockets[0]);
  if (child > 0) {
    waitpid(child, NULL, 0);
  }
  return device;
}

void fusermount_unmount(const char *mount_point) {
  const char *arguments[] = {"fusermount3", "-u", "-z", "-q", "--", mount_point, NULL};
  pid_t child = fork();
  if (child == 0) {
    become_fusermount(arguments);
    _exit(EXIT_FAILURE);
  }
  if (child > 0) {
    waitpid(child, NULL, 0);
  }
}
