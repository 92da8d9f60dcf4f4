#define _GNU_SOURCE
#include "mount.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <unistd.h>

#include "fusermount.h"
#include "settings.h"

static const char *mounted_on;
static bool through_fusermount;

/*
 * All of it in the handler: a flag that the receiving thread looks at would be missed by a signal
 * just before its read. Only calls that are allowed in handlers.
 */
static void unmount_and_end(int signal_number) {
  (void)signal_number;
  if (through_fusermount) {
    fusermount_unmount(mounted_on);
  } else {
    umount2(mounted_on, MNT_DETACH);
  }
  _exit(EXIT_SUCCESS);
}

static void handle_signals(void) {
  struct sigaction action = {.sa_handler = unmount_and_end};
  sigfillset(&action.sa_mask);
  static const int signals[] = {SIGHUP, SIGINT, SIGTERM};
  for (size_t i = 0; i < sizeof signals / sizeof *signals; i++) {
    sigaction(signals[i], &action, NULL);
  }
}

/* Returns the device, or -1 with errno set. */
static int mount_by_system_call(const char *mount_point) {
  int device = open("/dev/fuse", O_RDWR | O_CLOEXEC);
  if (device < 0) {
    return -1;
  }
  char options[128];
  snprintf(options, sizeof options, "fd=%d,rootmode=40000,user_id=%u,group_id=%u", device, getuid(),
           getgid());
  if (mount("snapkeeper-flash", mount_point, "fuse.snapkeeper-flash", MS_NOSUID | MS_NODEV, options)) {
    int error = errno;
    close(device);
    errno = error;
    return -1;
  }
  return device;
}

int mount_fuse(const char *mount_point) {
  int device = mount_by_system_call(mount_point);
  if (device < 0 && (errno == EPERM || errno == EACCES)) {
    int error = errno;
    through_fusermount = true;
    device = fusermount(mount_point);
    errno = error;
  }
  if (device < 0) {
    fail("cannot mount on %s: %s", mount_point, strerror(errno));
  }
  mounted_on = mount_point;
  handle_signals();
  return device;
}
