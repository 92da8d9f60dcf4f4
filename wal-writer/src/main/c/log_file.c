#define _GNU_SOURCE
#include "log_file.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

/* No name that begins so is a log's, a snapshot's, or anything that a tool of theirs touches. */
#define TEMPORARY_PREFIX "snapkeeper-wal."
#define TEMPORARY_SUFFIX ".tmp"

/* Nobody else's: not that of a process with the same number in another container, nor an older one's. */
static int give_name(struct skw_log_file *file) {
  uint64_t random;
  if (getrandom(&random, sizeof random, 0) != (ssize_t)sizeof random) {
    return EIO;
  }
  snprintf(file->name, sizeof file->name, TEMPORARY_PREFIX "%ld-%016llx" TEMPORARY_SUFFIX,
           (long)getpid(), (unsigned long long)random);
  return 0;
}

/* Whether its name is its own still: by that name alone nothing is removed or renamed. */
static bool has_its_name(const struct skw_log_file *file) {
  struct stat named;
  struct stat open_one;
  return fstatat(file->directory, file->name, &named, AT_SYMLINK_NOFOLLOW) == 0 &&
         fstat(file->sized.bulk, &open_one) == 0 && named.st_ino == open_one.st_ino &&
         named.st_dev == open_one.st_dev;
}

static int create(struct skw_log_file *file, uint64_t size_step_bytes) {
  int error = give_name(file);
  if (error != 0) {
    return error;
  }
  error = skw_sized_file_create(&file->sized, file->directory, file->name, size_step_bytes);
  if (file->sized.bulk < 0) {
    unlinkat(file->directory, file->name, 0); /* Linux makes the file before it refuses direct I/O */
  }
  return error;
}

static struct skw_log_file *allocate(int directory) {
  struct skw_log_file *file = calloc(1, sizeof *file);
  if (file != NULL) {
    file->directory = directory;
    file->sized.bulk = file->sized.durable = -1;
    skw_frontier_open(&file->frontier, 0);
  }
  return file;
}

int skw_log_file_make(int directory, struct skw_log_settings settings, struct skw_log_file **made) {
  struct skw_log_file *file = allocate(directory);
  if (file == NULL) {
    return ENOMEM;
  }
  int error = create(file, settings.size_step_bytes);
  if (error == 0) {
    error = settings.zeros_ahead ? skw_log_file_zero_more(file)
                                 : skw_sized_file_make_room(&file->sized, SKW_ZERO_BYTES);
  }
  if (error != 0) {
    skw_log_file_close(file);
    return error;
  }
  *made = file;
  return 0;
}

int skw_log_file_zero_more(struct skw_log_file *file) {
  uint64_t from;
  if (!skw_frontier_claim(&file->frontier, SKW_ZERO_BYTES, &from)) {
    return ECANCELED;
  }
  int error = skw_sized_file_make_room(&file->sized, from + SKW_ZERO_BYTES);
  if (error == 0) {
    error = skw_sized_file_zero(&file->sized, from);
  }
  skw_frontier_done(&file->frontier, error == 0);
  return error;
}

int skw_log_file_settle(struct skw_log_file *file) { return skw_sized_file_settle(&file->sized); }

static bool is_temporary(const char *name) {
  size_t prefix = strlen(TEMPORARY_PREFIX);
  size_t suffix = strlen(TEMPORARY_SUFFIX);
  size_t length = strlen(name);
  return length > prefix + suffix && strncmp(name, TEMPORARY_PREFIX, prefix) == 0 &&
         strcmp(name + length - suffix, TEMPORARY_SUFFIX) == 0;
}

void skw_log_file_remove_leftovers(int directory) {
  int listed = openat(directory, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  DIR *names = listed < 0 ? NULL : fdopendir(listed);
  if (names == NULL) {
    return; /* they take room, and nothing else */
  }
  for (struct dirent *each; (each = readdir(names)) != NULL;) {
    if (is_temporary(each->d_name)) {
      unlinkat(directory, each->d_name, 0);
    }
  }
  closedir(names);
}

int skw_log_file_reopen(int directory, const char *name, struct skw_log_settings settings, uint64_t durable,
                        struct skw_log_file **opened) {
  struct skw_log_file *file = allocate(directory);
  if (file == NULL) {
    return ENOMEM;
  }
  file->published = true;
  int error = skw_sized_file_reopen(&file->sized, directory, name, settings.size_step_bytes);
  if (error == 0 && durable > file->sized.size_bytes) {
    error = EINVAL; /* not the file that was written to */
  }
  if (error != 0) {
    skw_log_file_close(file);
    return error;
  }
  uint64_t block = file->sized.block_bytes;
  skw_frontier_free(&file->frontier);
  skw_frontier_open(&file->frontier, (durable + block - 1) / block * block);
  file->durable = durable;
  *opened = file;
  return 0;
}

int skw_log_file_write(struct skw_log_file *file, struct iovec *blocks, int count, uint64_t at, uint64_t tail) {
  uint64_t end = at;
  for (int i = 0; i < count; i++) {
    end += blocks[i].iov_len;
  }
  skw_frontier_reserve(&file->frontier, end);
  int error = skw_sized_file_write(&file->sized, blocks, count, at);
  if (error == 0) {
    file->commits++;
    file->durable = tail;
  }
  return error;
}

int skw_log_file_publish(struct skw_log_file *file, const char *name) {
  if (!has_its_name(file)) {
    return ESTALE;
  }
  if (renameat(file->directory, file->name, file->directory, name) != 0) {
    return errno;
  }
  file->published = true;
  return fsync(file->directory) == 0 ? 0 : errno;
}

void skw_log_file_close(struct skw_log_file *file) {
  if (!file->published && file->sized.bulk >= 0 && has_its_name(file)) {
    unlinkat(file->directory, file->name, 0);
  }
  skw_sized_file_close(&file->sized);
  skw_frontier_free(&file->frontier);
  free(file);
}
