/*
 * The writer, linked with --wrap so that it remembers how long a power failure would leave each of
 * its files, and notes in PROGRAM.extended each commit beyond that.
 */
#define _GNU_SOURCE
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

#define FILES_MAX 64

int __real_fdatasync(int fd);
int __wrap_fdatasync(int fd);
ssize_t __real_pwritev(int fd, const struct iovec *pieces, int count, off_t at);
ssize_t __wrap_pwritev(int fd, const struct iovec *pieces, int count, off_t at);

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct {
  ino_t file;
  off_t settled;
} files[FILES_MAX];

/* With the lock. A place whose file is gone is used again by another one of the same number. */
static off_t *settled_of(ino_t file) {
  for (int i = 0; i < FILES_MAX; i++) {
    if (files[i].file == file || files[i].file == 0) {
      files[i].file = file;
      return &files[i].settled;
    }
  }
  abort();
}

static struct stat about(int fd) {
  struct stat about;
  if (fstat(fd, &about) != 0) {
    abort();
  }
  return about;
}

int __wrap_fdatasync(int fd) {
  struct stat before = about(fd);
  int result = __real_fdatasync(fd);
  if (result == 0) {
    pthread_mutex_lock(&lock);
    *settled_of(before.st_ino) = before.st_size;
    pthread_mutex_unlock(&lock);
  }
  return result;
}

static void note(off_t end, off_t settled) {
  char program[4000] = {0};
  char path[4096];
  if (readlink("/proc/self/exe", program, sizeof program - 1) < 0) {
    abort();
  }
  snprintf(path, sizeof path, "%s.extended", program);
  FILE *file = fopen(path, "a");
  if (file == NULL) {
    abort();
  }
  fprintf(file, "a commit up to %lld of a file of %lld\n", (long long)end, (long long)settled);
  fclose(file);
}

ssize_t __wrap_pwritev(int fd, const struct iovec *pieces, int count, off_t at) {
  off_t end = at;
  for (int i = 0; i < count; i++) {
    end += (off_t)pieces[i].iov_len;
  }
  pthread_mutex_lock(&lock);
  off_t settled = *settled_of(about(fd).st_ino);
  pthread_mutex_unlock(&lock);
  if (end > settled) {
    note(end, settled);
  }
  return __real_pwritev(fd, pieces, count, at);
}
