#define _GNU_SOURCE
#include "log_file.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "direct_io.h"
#include "priority.h"
#include "ring.h"
#include "zeroing_plan.h"

/* No name that begins so is a log's, a snapshot's, or anything that a tool of theirs touches. */
#define TEMPORARY_PREFIX "snapkeeper-wal."
#define TEMPORARY_SUFFIX ".tmp"

/* One claim of zeros: one call of the file system's journal. */
#define CLAIM_BYTES (256u << 10)
#define IDLE_SECONDS 0.1
/* A disk that was full for a moment costs commits no longer than it has to. */
#define RETRY_SECONDS 5.0

struct skw_log_file {
  int directory;
  int bulk;    /* for zeros */
  int durable; /* O_DSYNC */
  uint32_t block_bytes;
  struct skw_log_settings settings;
  pthread_mutex_t sizing; /* size_bytes; without it two threads could make the file shorter */
  uint64_t size_bytes;
  _Atomic uint64_t settled_bytes; /* what a power failure leaves of the size */
  char name[64];
  bool published;
  void *zeros;

  pthread_t thread;
  bool has_thread;

  pthread_mutex_t lock;
  pthread_cond_t changed;
  /* Below it: written blocks. The thread zeroes [zeroed, claimed). */
  uint64_t zeroed;
  uint64_t claimed;
  uint64_t tail;
  uint64_t writes;
  uint64_t overruns;
  uint64_t next_bytes; /* zeros that the next file is to begin with */
  bool zeroes; /* whether there are to be zeros */
  bool awaited;
  bool closing;
};

static double now_seconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

static struct timespec in_seconds(double seconds) {
  struct timespec until;
  clock_gettime(CLOCK_MONOTONIC, &until);
  until.tv_sec += (time_t)seconds;
  until.tv_nsec += (long)((seconds - (double)(time_t)seconds) * 1e9);
  if (until.tv_nsec >= 1000000000L) {
    until.tv_sec++;
    until.tv_nsec -= 1000000000L;
  }
  return until;
}

/* Leaves the disk to others for so long, or until a commit waits for what is claimed. */
static void pause_seconds(struct skw_log_file *file, double seconds) {
  if (seconds <= 0) {
    return;
  }
  struct timespec until = in_seconds(seconds);
  pthread_mutex_lock(&file->lock);
  while (!file->awaited && !file->closing &&
         pthread_cond_timedwait(&file->changed, &file->lock, &until) == 0) {
  }
  pthread_mutex_unlock(&file->lock);
}

static int write_all(int fd, const void *bytes, size_t length, uint64_t at) {
  const char *from = bytes;
  while (length > 0) {
    ssize_t written = pwrite(fd, from, length, (off_t)at);
    if (written < 0) {
      if (errno == EINTR) {
        continue;
      }
      return errno;
    }
    from += written;
    at += (uint64_t)written;
    length -= (size_t)written;
  }
  return 0;
}

static uint64_t rounded_up(uint64_t bytes, uint64_t step) { return (bytes + step - 1) / step * step; }

/* Sizes are multiples of every file system's block, as LogSettings has them. */
static int make_room(struct skw_log_file *file, uint64_t content_bytes) {
  int error = 0;
  pthread_mutex_lock(&file->sizing);
  if (content_bytes > file->size_bytes) {
    uint64_t step = file->settings.size_step_bytes == 0 ? 1 : file->settings.size_step_bytes;
    uint64_t size = rounded_up(content_bytes, rounded_up(step, SKW_ZERO_BYTES));
    if (ftruncate(file->bulk, (off_t)size) == 0) {
      file->size_bytes = size;
    } else {
      error = errno;
    }
  }
  pthread_mutex_unlock(&file->sizing);
  return error;
}

int skw_log_file_settle(struct skw_log_file *file) {
  pthread_mutex_lock(&file->sizing);
  uint64_t size = file->size_bytes;
  pthread_mutex_unlock(&file->sizing);
  if (fdatasync(file->bulk) != 0) {
    return errno;
  }
  pthread_mutex_lock(&file->sizing);
  if (size > file->settled_bytes) {
    file->settled_bytes = size;
  }
  pthread_mutex_unlock(&file->sizing);
  return 0;
}

/*
 * Before a durable write up to `end`: it must not make the file longer. ext4 of Linux 5.5 to 6.7
 * brings the size to stable storage only after such a write has returned.
 */
static int make_durable_room(struct skw_log_file *file, uint64_t end) {
  if (end <= file->settled_bytes) {
    return 0;
  }
  int error = make_room(file, end);
  return error == 0 ? skw_log_file_settle(file) : error;
}

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
         fstat(file->bulk, &open_one) == 0 && named.st_ino == open_one.st_ino &&
         named.st_dev == open_one.st_dev;
}

static int open_both(struct skw_log_file *file) {
  int unnamed = give_name(file);
  if (unnamed != 0) {
    return unnamed;
  }
  /* The umask decides, as for the logs of the server itself. */
  file->bulk = openat(file->directory, file->name, O_WRONLY | O_CREAT | O_EXCL | O_DIRECT | O_CLOEXEC, 0666);
  if (file->bulk < 0) {
    int error = errno;
    unlinkat(file->directory, file->name, 0);
    return error;
  }
  file->durable = openat(file->directory, file->name, O_WRONLY | O_DSYNC | O_DIRECT | O_CLOEXEC);
  return file->durable < 0 ? errno : 0;
}

static int prepare(struct skw_log_file *file) {
  struct stat about;
  if (fstat(file->bulk, &about) != 0) {
    return errno;
  }
  file->size_bytes = (uint64_t)about.st_size;
  file->block_bytes = (uint32_t)about.st_blksize;
  struct skw_direct_io direct_io = skw_direct_io_of(file->bulk);
  if (direct_io.offset_bytes > file->block_bytes) {
    file->block_bytes = direct_io.offset_bytes;
  }
  if (file->block_bytes == 0 || file->block_bytes > SKW_ZERO_BYTES ||
      (file->block_bytes & (file->block_bytes - 1)) != 0 || direct_io.memory_bytes > SKW_BLOCK_BYTES_MAX) {
    return EINVAL;
  }
  if (posix_memalign(&file->zeros, SKW_ZERO_BYTES, SKW_ZERO_BYTES) != 0) {
    return ENOMEM;
  }
  memset(file->zeros, 0, SKW_ZERO_BYTES);
  return 0;
}

int skw_log_file_zero_more(struct skw_log_file *file) {
  uint64_t end = file->zeroed + SKW_ZERO_BYTES;
  int error = make_room(file, end);
  if (error == 0) {
    error = write_all(file->bulk, file->zeros, SKW_ZERO_BYTES, file->zeroed);
  }
  if (error == 0) {
    file->zeroed = file->claimed = end;
  }
  return error;
}

static struct skw_log_file *allocate(int directory, struct skw_log_settings settings) {
  struct skw_log_file *file = calloc(1, sizeof *file);
  if (file != NULL) {
    file->directory = directory;
    file->settings = settings;
    file->bulk = file->durable = -1;
    pthread_mutex_init(&file->sizing, NULL);
    pthread_mutex_init(&file->lock, NULL);
    pthread_condattr_t clock;
    pthread_condattr_init(&clock);
    pthread_condattr_setclock(&clock, CLOCK_MONOTONIC);
    pthread_cond_init(&file->changed, &clock);
    pthread_condattr_destroy(&clock);
  }
  return file;
}

int skw_log_file_make(int directory, struct skw_log_settings settings, struct skw_log_file **made) {
  struct skw_log_file *file = allocate(directory, settings);
  if (file == NULL) {
    return ENOMEM;
  }
  int error = open_both(file);
  if (error == 0) {
    error = prepare(file);
  }
  if (error == 0) {
    error = settings.zeros_ahead ? skw_log_file_zero_more(file) : make_room(file, SKW_ZERO_BYTES);
  }
  if (error != 0) {
    skw_log_file_close(file);
    return error;
  }
  *made = file;
  return 0;
}

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

int skw_log_file_reopen(int directory, const char *name, struct skw_log_settings settings, uint64_t tail,
                        struct skw_log_file **opened) {
  struct skw_log_file *file = allocate(directory, settings);
  if (file == NULL) {
    return ENOMEM;
  }
  file->published = true;
  file->bulk = openat(directory, name, O_WRONLY | O_DIRECT | O_CLOEXEC);
  file->durable = openat(directory, name, O_WRONLY | O_DSYNC | O_DIRECT | O_CLOEXEC);
  int error = file->bulk < 0 || file->durable < 0 ? errno : prepare(file);
  if (error == 0 && tail > file->size_bytes) {
    error = EINVAL; /* not the file that was written to */
  }
  if (error != 0) {
    skw_log_file_close(file);
    return error;
  }
  uint64_t block = file->block_bytes;
  file->tail = file->zeroed = file->claimed = (tail + block - 1) / block * block;
  *opened = file;
  return 0;
}

uint32_t skw_log_file_block_bytes(const struct skw_log_file *file) { return file->block_bytes; }

/* Nobody else writes before `end` once this returns. */
static void reserve(struct skw_log_file *file, uint64_t end) {
  pthread_mutex_lock(&file->lock);
  while (end > file->zeroed && file->claimed > file->zeroed) {
    file->awaited = true;
    pthread_cond_broadcast(&file->changed);
    pthread_cond_wait(&file->changed, &file->lock);
  }
  file->awaited = false;
  if (end > file->zeroed) {
    file->zeroed = file->claimed = end;
    file->overruns++;
  }
  pthread_mutex_unlock(&file->lock);
}

int skw_log_file_write(struct skw_log_file *file, struct iovec *blocks, int count, uint64_t at) {
  uint64_t end = at;
  for (int i = 0; i < count; i++) {
    end += blocks[i].iov_len;
  }
  reserve(file, end);
  int error = make_durable_room(file, end);
  if (error != 0) {
    return error;
  }
  uint64_t from = at;
  while (count > 0) {
    ssize_t written = pwritev(file->durable, blocks, count, (off_t)from);
    if (written < 0) {
      if (errno == EINTR) {
        continue;
      }
      return errno;
    }
    from += (uint64_t)written;
    size_t left = (size_t)written;
    while (count > 0 && left >= blocks->iov_len) {
      left -= blocks->iov_len;
      blocks++;
      count--;
    }
    if (count > 0) {
      blocks->iov_base = (char *)blocks->iov_base + left;
      blocks->iov_len -= left;
    }
  }
  pthread_mutex_lock(&file->lock);
  if (end > file->tail) {
    file->tail = end;
  }
  file->writes++;
  bool short_of_zeros = file->zeroes && file->zeroed - file->tail < SKW_AHEAD_BYTES_MIN / 2;
  if (short_of_zeros) {
    pthread_cond_broadcast(&file->changed);
  }
  pthread_mutex_unlock(&file->lock);
  return 0;
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

/* Zeroes what is claimed, without the lock. */
static int zero_claim(struct skw_log_file *file, const struct skw_zeroing_plan *plan) {
  uint64_t from = file->zeroed;
  int error = make_room(file, from + CLAIM_BYTES);
  for (uint64_t at = from; error == 0 && at < from + CLAIM_BYTES; at += SKW_ZERO_BYTES) {
    double start = now_seconds();
    error = write_all(file->bulk, file->zeros, SKW_ZERO_BYTES, at);
    pause_seconds(file, SKW_ZERO_BYTES / skw_zeroing_per_second(plan) - (now_seconds() - start));
  }
  return error == 0 ? skw_log_file_settle(file) : error;
}

static void wait_for_a_commit(struct skw_log_file *file) {
  struct timespec until = in_seconds(IDLE_SECONDS);
  pthread_cond_timedwait(&file->changed, &file->lock, &until);
}

static void *keep_ahead(void *argument) {
  struct skw_log_file *file = argument;
  skw_priority_of_zeros();
  struct skw_zeroing_plan plan;
  double not_before = 0;
  pthread_mutex_lock(&file->lock);
  skw_zeroing_plan_open(&plan, file->settings.zeros_ahead, now_seconds(), file->tail, file->writes);
  while (!file->closing) {
    skw_zeroing_plan_told(&plan, now_seconds(), file->tail, file->writes);
    file->zeroes = skw_zeroing_wanted(&plan);
    file->next_bytes = skw_zeroing_next_bytes(&plan, file->tail);
    uint64_t ahead = skw_zeroing_ahead_bytes(&plan);
    if (now_seconds() < not_before) {
      wait_for_a_commit(file);
      continue;
    }
    if ((file->zeroes ? file->zeroed : file->size_bytes) >= file->tail + ahead) {
      wait_for_a_commit(file);
      continue;
    }
    /* Also for room only: nobody may write beyond the end of a file that is being made longer. */
    file->claimed = file->zeroed + CLAIM_BYTES;
    pthread_mutex_unlock(&file->lock);
    int error = file->zeroes ? zero_claim(file, &plan) : make_durable_room(file, file->zeroed + ahead);
    pthread_mutex_lock(&file->lock);
    if (error == 0) {
      file->zeroed = file->zeroes ? file->claimed : file->zeroed;
    } else {
      not_before = now_seconds() + RETRY_SECONDS; /* commits make their own room meanwhile */
    }
    file->claimed = file->zeroed;
    pthread_cond_broadcast(&file->changed);
  }
  pthread_mutex_unlock(&file->lock);
  return NULL;
}

void skw_log_file_keep_ahead(struct skw_log_file *file) {
  file->has_thread = pthread_create(&file->thread, NULL, keep_ahead, file) == 0;
}

uint64_t skw_log_file_zeroed_bytes(struct skw_log_file *file) {
  pthread_mutex_lock(&file->lock);
  uint64_t bytes = file->zeroed;
  pthread_mutex_unlock(&file->lock);
  return bytes;
}

uint64_t skw_log_file_next_bytes(struct skw_log_file *file) {
  pthread_mutex_lock(&file->lock);
  uint64_t bytes = file->next_bytes;
  pthread_mutex_unlock(&file->lock);
  return bytes;
}

uint64_t skw_log_file_overruns(struct skw_log_file *file) {
  pthread_mutex_lock(&file->lock);
  uint64_t count = file->overruns;
  pthread_mutex_unlock(&file->lock);
  return count;
}

void skw_log_file_close(struct skw_log_file *file) {
  if (file->has_thread) {
    pthread_mutex_lock(&file->lock);
    file->closing = true;
    pthread_cond_broadcast(&file->changed);
    pthread_mutex_unlock(&file->lock);
    pthread_join(file->thread, NULL);
  }
  if (file->durable >= 0) {
    close(file->durable);
  }
  if (file->bulk >= 0) {
    if (!file->published && has_its_name(file)) {
      unlinkat(file->directory, file->name, 0);
    }
    close(file->bulk);
  }
  pthread_cond_destroy(&file->changed);
  pthread_mutex_destroy(&file->lock);
  pthread_mutex_destroy(&file->sizing);
  free(file->zeros);
  free(file);
}
