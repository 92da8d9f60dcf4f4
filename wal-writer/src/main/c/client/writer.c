#define _GNU_SOURCE
#include "writer.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../clock.h"

extern char **environ;

/* A writer that is killed is gone within milliseconds, unless the disk holds it. */
#define REAP_NANOS (10ull * SKW_NANOS_PER_SECOND)
/* The writer's end of the memory; 0 and 1 are its doorbell. */
#define RING_FD 3
#define RING_PATH "/proc/self/fd/3"

/* The writer's standard input and output are one socket, and the ring's file is open in it. */
static int spawn_with(struct skw_writer *writer, char *const arguments[], int memory, int theirs,
                      posix_spawn_file_actions_t *actions) {
  /* dup2 of a descriptor to itself would leave it to be closed at the exec. */
  int source = memory == RING_FD ? fcntl(memory, F_DUPFD_CLOEXEC, RING_FD + 1) : memory;
  if (source < 0) {
    return errno;
  }
  /* First, for where standard input is closed it may be the ring's file that has its number. */
  int error = posix_spawn_file_actions_adddup2(actions, source, RING_FD);
  if (error == 0) {
    error = posix_spawn_file_actions_adddup2(actions, theirs, STDIN_FILENO);
  }
  if (error == 0) {
    error = posix_spawn_file_actions_adddup2(actions, theirs, STDOUT_FILENO);
  }
  if (error == 0) {
    error = posix_spawnp(&writer->pid, arguments[0], actions, NULL, arguments, environ);
  }
  if (source != memory) {
    close(source);
  }
  return error;
}

int skw_writer_start(struct skw_writer *writer, char *program, char *directory, char *token, int memory) {
  char *const arguments[] = {program, "--ring", RING_PATH, "--directory", directory, "--owner", token, NULL};
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) {
    return errno;
  }
  posix_spawn_file_actions_t actions;
  int error = posix_spawn_file_actions_init(&actions);
  if (error == 0) {
    /* Above the places that it is to be copied to. */
    int theirs = fcntl(ends[1], F_DUPFD_CLOEXEC, RING_FD + 1);
    error = theirs < 0 ? errno : spawn_with(writer, arguments, memory, theirs, &actions);
    if (theirs >= 0) {
      close(theirs);
    }
    posix_spawn_file_actions_destroy(&actions);
  }
  close(ends[1]);
#ifdef SYS_pidfd_open
  if (error == 0) {
    writer->pid_fd = (int)syscall(SYS_pidfd_open, writer->pid, 0);
  }
#endif
  if (error != 0) {
    writer->pid = -1;
    close(ends[0]);
    return error;
  }
  writer->doorbell = ends[0];
  return 0;
}

void skw_writer_ring(const struct skw_writer *writer) {
  /* Of a writer that is gone we hear in skw_writer_await. */
  ssize_t ignored = send(writer->doorbell, "s", 1, MSG_NOSIGNAL);
  (void)ignored;
}

bool skw_writer_await(const struct skw_writer *writer, uint64_t until_nanos) {
  for (;;) {
    uint64_t now = skw_nanos();
    int millis = now >= until_nanos ? 0 : (int)((until_nanos - now) / 1000000 + 1);
    struct pollfd doorbell = {.fd = writer->doorbell, .events = POLLIN};
    int ready = poll(&doorbell, 1, millis);
    if (ready < 0 && errno == EINTR) {
      continue; /* signals that keep coming make nobody wait for longer */
    }
    char bytes[64];
    return ready > 0 && recv(writer->doorbell, bytes, sizeof bytes, 0) > 0;
  }
}

void skw_writer_hang_up(struct skw_writer *writer) {
  if (writer->doorbell >= 0) {
    close(writer->doorbell);
    writer->doorbell = -1;
  }
}

void skw_writer_kill(const struct skw_writer *writer) {
  if (writer->pid <= 0) {
    return;
  }
#ifdef SYS_pidfd_send_signal
  if (writer->pid_fd >= 0) {
    syscall(SYS_pidfd_send_signal, writer->pid_fd, SIGKILL, NULL, 0);
    return;
  }
#endif
  kill(writer->pid, SIGKILL);
}

/* Whether it has ended, also where a handler of the program's has reaped it. */
static bool has_ended(const struct skw_writer *writer) {
  pid_t ended = waitpid(writer->pid, NULL, WNOHANG);
  if (ended == writer->pid) {
    return true;
  }
  if (ended == 0 || errno != ECHILD) {
    return false;
  }
  struct pollfd end = {.fd = writer->pid_fd, .events = POLLIN};
  return writer->pid_fd < 0 || poll(&end, 1, 0) == 1;
}

bool skw_writer_reap(struct skw_writer *writer) {
  for (uint64_t until = skw_nanos() + REAP_NANOS; writer->pid > 0;) {
    if (has_ended(writer)) {
      writer->pid = -1;
      if (writer->pid_fd >= 0) {
        close(writer->pid_fd);
        writer->pid_fd = -1;
      }
      break;
    }
    if (skw_nanos() >= until) {
      return false;
    }
    nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
  }
  return true;
}
