/*
 * The writer, linked with --wrap so that it records what it does to its directory: each call when it
 * begins, with the bytes of a write, and when it has ended. The records are appended to PROGRAM.record
 * in the order in which things happened; io.snapkeeper.wal.crash.WriterRecord reads them, and adds its own.
 * The file PROGRAM.dies has numbers, one for each writer process: after so many records of its own it
 * kills itself, before or after the call. Not in the middle of a record, as another process would kill it.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

#define PIECES_MAX 6

/* As WriterRecord has them. */
enum kind {
  STARTED = 1, /* the first record of a process */
  ENDED = 2,   /* a call: it has returned length, or failed with the errno in flags */
  OPENED = 3,  /* a file of so many bytes; flags: 1 if that made it */
  WRITE = 4,   /* flags: 1 if it is durable on return; without bytes: zeros */
  SIZE = 5,
  SYNC = 6,
  DIRECTORY_SYNC = 7,
  RENAME = 8,
  REMOVE = 9,
};

/* What is in the file, followed by the first bytes (data or a name) and the second ones (a name). */
struct record {
  uint32_t kind;
  uint32_t process;
  uint32_t thread;
  uint32_t flags;
  uint64_t call; /* the same in the record of its end; unique in its process */
  uint64_t file; /* inode */
  uint64_t position;
  uint64_t length;
  uint32_t first_bytes;
  uint32_t second_bytes;
};

_Static_assert(sizeof(struct record) == 56, "as WriterRecord reads it");

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int output = -1;
static uint64_t calls;
static long records;
static long dies_after; /* 0: not at all */

int __real_openat(int directory, const char *name, int flags, ...);

static void path_of(char path[4096], const char *suffix) {
  char program[4000] = {0};
  if (readlink("/proc/self/exe", program, sizeof program - 1) < 0) {
    abort();
  }
  snprintf(path, 4096, "%s%s", program, suffix);
}

/* Takes the first number, and leaves the others to the next writers. */
static void read_order(void) {
  char path[4096];
  char numbers[4096] = {0};
  path_of(path, ".dies");
  FILE *file = fopen(path, "r");
  if (file == NULL) {
    return;
  }
  if (fread(numbers, 1, sizeof numbers - 1, file) == 0 && ferror(file)) {
    abort();
  }
  fclose(file);
  char *rest;
  dies_after = strtol(numbers, &rest, 10);
  file = fopen(path, "w");
  if (file == NULL || fputs(rest, file) < 0 || fclose(file) != 0) {
    abort();
  }
}

/* With the lock. */
static void append(struct record *record, const struct iovec *bytes, int count) {
  struct iovec all[PIECES_MAX + 1] = {{record, sizeof *record}};
  if (count > PIECES_MAX) {
    abort();
  }
  record->process = (uint32_t)getpid();
  record->thread = (uint32_t)gettid();
  size_t length = sizeof *record;
  for (int i = 0; i < count; i++) {
    all[i + 1] = bytes[i];
    length += bytes[i].iov_len;
  }
  if (writev(output, all, count + 1) != (ssize_t)length) {
    abort();
  }
  if (++records == dies_after) {
    kill(getpid(), SIGKILL);
    for (;;) {
      pause();
    }
  }
}

static void note(struct record *record, const struct iovec *bytes, int count) {
  int error = errno;
  pthread_mutex_lock(&lock);
  if (output < 0) {
    char path[4096];
    path_of(path, ".record");
    output = __real_openat(AT_FDCWD, path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
    if (output < 0) {
      abort();
    }
    read_order();
    struct record started = {.kind = STARTED};
    append(&started, NULL, 0);
  }
  if (record->call == 0) {
    record->call = ++calls;
  }
  append(record, bytes, count);
  pthread_mutex_unlock(&lock);
  errno = error;
}

static void end(const struct record *begun, int64_t result) {
  int error = errno;
  struct record ended = {.kind = ENDED,
                         .call = begun->call,
                         .file = begun->file,
                         .flags = result < 0 ? (uint32_t)error : 0,
                         .length = result < 0 ? 0 : (uint64_t)result};
  note(&ended, NULL, 0);
}

static struct iovec text(const char *name) { return (struct iovec){(void *)name, strlen(name)}; }

static struct stat about(int fd) {
  struct stat about;
  if (fstat(fd, &about) != 0) {
    abort();
  }
  return about;
}

static bool are_zeros(const struct iovec *pieces, int count) {
  for (int i = 0; i < count; i++) {
    const char *bytes = pieces[i].iov_base;
    size_t length = pieces[i].iov_len;
    if (length > 0 && (bytes[0] != 0 || memcmp(bytes, bytes + 1, length - 1) != 0)) {
      return false;
    }
  }
  return true;
}

static struct record begin_write(int fd, const struct iovec *pieces, int count, off_t at) {
  struct record record = {.kind = WRITE, .file = about(fd).st_ino, .position = (uint64_t)at};
  record.flags = (fcntl(fd, F_GETFL) & O_DSYNC) != 0;
  for (int i = 0; i < count; i++) {
    record.length += pieces[i].iov_len;
  }
  bool bytes_follow = !are_zeros(pieces, count);
  record.first_bytes = bytes_follow ? (uint32_t)record.length : 0;
  note(&record, pieces, bytes_follow ? count : 0);
  return record;
}

ssize_t __real_pwritev(int fd, const struct iovec *pieces, int count, off_t at);

ssize_t __wrap_pwritev(int fd, const struct iovec *pieces, int count, off_t at) {
  struct record record = begin_write(fd, pieces, count, at);
  ssize_t written = __real_pwritev(fd, pieces, count, at);
  end(&record, written);
  return written;
}

ssize_t __real_pwrite(int fd, const void *bytes, size_t length, off_t at);

ssize_t __wrap_pwrite(int fd, const void *bytes, size_t length, off_t at) {
  struct iovec piece = {(void *)bytes, length};
  struct record record = begin_write(fd, &piece, 1, at);
  ssize_t written = __real_pwrite(fd, bytes, length, at);
  end(&record, written);
  return written;
}

int __real_ftruncate(int fd, off_t length);

int __wrap_ftruncate(int fd, off_t length) {
  struct record record = {.kind = SIZE, .file = about(fd).st_ino, .length = (uint64_t)length};
  note(&record, NULL, 0);
  int result = __real_ftruncate(fd, length);
  end(&record, result);
  return result;
}

static struct record begin_sync(int fd) {
  struct stat file = about(fd);
  struct record record = {.kind = S_ISDIR(file.st_mode) ? DIRECTORY_SYNC : SYNC, .file = file.st_ino};
  note(&record, NULL, 0);
  return record;
}

int __real_fdatasync(int fd);

int __wrap_fdatasync(int fd) {
  struct record record = begin_sync(fd);
  int result = __real_fdatasync(fd);
  end(&record, result);
  return result;
}

int __real_fsync(int fd);

int __wrap_fsync(int fd) {
  struct record record = begin_sync(fd);
  int result = __real_fsync(fd);
  end(&record, result);
  return result;
}

int __real_renameat(int from, const char *old, int to, const char *new);

int __wrap_renameat(int from, const char *old, int to, const char *new) {
  struct record record = {.kind = RENAME,
                          .first_bytes = (uint32_t)strlen(old),
                          .second_bytes = (uint32_t)strlen(new)};
  note(&record, (struct iovec[]){text(old), text(new)}, 2);
  int result = __real_renameat(from, old, to, new);
  end(&record, result);
  return result;
}

int __real_unlinkat(int directory, const char *name, int flags);

int __wrap_unlinkat(int directory, const char *name, int flags) {
  struct record record = {.kind = REMOVE, .first_bytes = (uint32_t)strlen(name)};
  struct iovec piece = text(name);
  note(&record, &piece, 1);
  int result = __real_unlinkat(directory, name, flags);
  end(&record, result);
  return result;
}

/* The inode is known once it is open: so there is one record, and that afterwards. */
int __wrap_openat(int directory, const char *name, int flags, ...) {
  va_list rest;
  va_start(rest, flags);
  mode_t mode = (flags & O_CREAT) != 0 ? va_arg(rest, mode_t) : 0;
  va_end(rest);
  int fd = __real_openat(directory, name, flags, mode);
  if (fd < 0) {
    return fd;
  }
  struct stat file = about(fd);
  if (S_ISREG(file.st_mode)) {
    struct record record = {.kind = OPENED,
                            .file = file.st_ino,
                            .flags = (flags & O_CREAT) != 0 && (flags & O_EXCL) != 0,
                            .length = (uint64_t)file.st_size,
                            .first_bytes = (uint32_t)strlen(name)};
    struct iovec piece = text(name);
    note(&record, &piece, 1);
  }
  return fd;
}
