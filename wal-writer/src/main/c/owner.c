#define _GNU_SOURCE
#include "owner.h"

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#define POLL_MILLIS 20

enum line { SERVER = 0, WRITER = 1 };

static int open_file(int directory, int more_flags) {
  return openat(directory, SKW_OWNER_FILE, O_RDWR | O_CLOEXEC | O_NOFOLLOW | more_flags, 0600);
}

/* Of the open file: it is not lost where another descriptor of this process is closed. */
static int lock(int fd, enum line line, short type) {
  struct flock range = {
      .l_type = type,
      .l_whence = SEEK_SET,
      .l_start = (off_t)line * SKW_OWNER_LINE_BYTES,
      .l_len = SKW_OWNER_LINE_BYTES,
  };
  return fcntl(fd, F_OFD_SETLK, &range) == 0 ? 0 : errno;
}

static void pause_millis(long millis) {
  struct timespec span = {.tv_sec = millis / 1000, .tv_nsec = millis % 1000 * 1000000};
  nanosleep(&span, NULL);
}

/* Who this is, as DirectoryOwner says it. */
static void say(int fd, enum line line, const char *token) {
  char host[65] = "(no name)";
  gethostname(host, sizeof host - 1);
  time_t now = time(NULL);
  struct tm utc;
  char since[32];
  strftime(since, sizeof since, "%Y-%m-%dT%H:%M:%SZ", gmtime_r(&now, &utc));
  char text[SKW_OWNER_LINE_BYTES];
  memset(text, ' ', sizeof text);
  int length = snprintf(text, sizeof text, "%s%spid %ld on %s since %s", token,
                        *token == 0 ? "" : " ", (long)getpid(), host, since);
  if (length > 0 && length < (int)sizeof text) {
    text[length] = ' ';
  }
  text[sizeof text - 1] = '\n';
  /* It tells a reader who to look for; the token, which decides, is written by skw_owner_take. */
  ssize_t ignored = pwrite(fd, text, sizeof text, (off_t)line * SKW_OWNER_LINE_BYTES);
  (void)ignored;
}

static int check_token(int fd, const char *token) {
  char present[SKW_TOKEN_CHARS];
  ssize_t got = pread(fd, present, sizeof present, 0);
  if (got < 0) {
    return errno;
  }
  bool same = got == SKW_TOKEN_CHARS && strlen(token) == SKW_TOKEN_CHARS &&
              memcmp(present, token, SKW_TOKEN_CHARS) == 0;
  return same ? 0 : ESTALE;
}

int skw_owner_become_writer(int directory, const char *token, bool (*goes_on)(void)) {
  int fd = open_file(directory, 0);
  if (fd < 0) {
    return errno;
  }
  int error;
  while ((error = lock(fd, WRITER, F_WRLCK)) == EAGAIN || error == EACCES) {
    /* It is another server's by now, or the writer before this one is about to end. */
    error = goes_on() ? check_token(fd, token) : ECANCELED;
    if (error != 0) {
      break;
    }
    pause_millis(POLL_MILLIS);
  }
  if (error == 0) {
    error = check_token(fd, token);
  }
  if (error != 0) {
    close(fd);
    return error;
  }
  say(fd, WRITER, "");
  return 0;
}

static int await_lock(int fd, enum line line, int *patience_millis) {
  int error;
  while ((error = lock(fd, line, F_WRLCK)) == EAGAIN || error == EACCES) {
    if (*patience_millis <= 0) {
      return EBUSY;
    }
    pause_millis(POLL_MILLIS);
    *patience_millis -= POLL_MILLIS;
  }
  return error;
}

static int make_token(char *token) {
  uint8_t random[SKW_TOKEN_CHARS / 2];
  if (getrandom(random, sizeof random, 0) != (ssize_t)sizeof random) {
    return EIO;
  }
  for (size_t i = 0; i < sizeof random; i++) {
    snprintf(token + 2 * i, 3, "%02x", random[i]);
  }
  return 0;
}

int skw_owner_take(int directory, int patience_millis, char *token, int *held) {
  int fd = open_file(directory, O_CREAT);
  if (fd < 0) {
    return errno;
  }
  int error = await_lock(fd, SERVER, &patience_millis);
  if (error == 0) {
    error = await_lock(fd, WRITER, &patience_millis);
  }
  if (error == 0) {
    error = make_token(token);
  }
  if (error == 0) {
    say(fd, SERVER, token);
    error = check_token(fd, token);
  }
  if (error == 0) {
    error = lock(fd, WRITER, F_UNLCK);
  }
  if (error != 0) {
    close(fd);
    return error;
  }
  *held = fd;
  return 0;
}
