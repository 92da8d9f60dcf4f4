/*
 * A flash disk with modelled timing: a FUSE file system with one file, "disk", whose bytes are in RAM
 * and whose commands are answered when a drive of the given kind would answer them. A loop device
 * with direct I/O on that file is a block device to put a scheduler and a file system on.
 *
 * Model. The disk is striped over channels. A command occupies each channel that it touches for
 * command_us plus its bytes there at bandwidth / channels, one command after the other; it is
 * answered base_us after its last channel is done. A flush is answered flush_us after everything
 * accepted before it.
 *
 * The second file, "control", takes one order per write ("stall SECONDS", "bandwidth MB_PER_S") and
 * can be read for the counters.
 *
 * A page fault of this process that had to wait for memory that can only be had by writing to this
 * very device would hang the machine. So: all memory is populated and locked before the mount, huge
 * pages are off, nothing grows afterwards, and the kernel is told that this process is part of the
 * path to a disk (PR_SET_IO_FLUSHER).
 */
#define _GNU_SOURCE
#define FUSE_USE_VERSION 312

#include <errno.h>
#include <fuse_lowlevel.h>
#include <getopt.h>
#include <inttypes.h>
#include <limits.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#ifndef PR_SET_IO_FLUSHER
#define PR_SET_IO_FLUSHER 57
#endif

enum { INODE_ROOT = FUSE_ROOT_ID, INODE_DISK = 2, INODE_CONTROL = 3 };

/* Commands in flight at once. The kernel is told to send no more than half of it in the background;
   the rest is for requests that do not count as such. */
enum { QUEUE_CAPACITY = 1024, BACKGROUND_MAX = QUEUE_CAPACITY / 2 };
enum { CHANNELS_MAX = 64, COMMAND_BYTES_MAX = 1 << 20 };

/* Above every ordinary process: a drive does not slow down because the host's processors are busy. */
enum { REALTIME_PRIORITY = 10 };

static const uint64_t NANOS_PER_MICRO = 1000;
static const uint64_t NANOS_PER_SECOND = 1000000000;
static const uint64_t MEBIBYTE = 1 << 20;

/* Names and attributes never change, so the kernel may keep them. */
static const double FOREVER_SECONDS = 1e6;

struct settings {
  uint64_t size_bytes;
  unsigned channels;
  uint64_t stripe_bytes;
  uint64_t command_nanos;
  uint64_t base_nanos;
  uint64_t flush_nanos;
  uint64_t bytes_per_second;
  const char *mount_point;
};

enum kind { KIND_READ, KIND_WRITE, KIND_FLUSH };

struct command {
  uint64_t due_nanos;
  /* Order of arrival: commands due at the same time are answered in it. */
  uint64_t number;
  fuse_req_t request;
  enum kind kind;
  size_t bytes;
  off_t offset;
};

struct counters {
  uint64_t reads, writes, flushes, bytes_read, bytes_written, stalls;
};

static struct settings settings;
static unsigned char *disk;

/* Guards everything below it. Held for a few hundred nanoseconds, never across a system call. */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t earlier_head;
static uint64_t channel_free_nanos[CHANNELS_MAX];
static uint64_t stalled_until_nanos;
static struct command heap[QUEUE_CAPACITY];
static size_t heap_size;
static uint64_t commands_accepted;
static struct counters counters;
static bool ending;

static uint64_t now_nanos(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (uint64_t)now.tv_sec * NANOS_PER_SECOND + (uint64_t)now.tv_nsec;
}

static uint64_t later(uint64_t a, uint64_t b) { return a > b ? a : b; }

/* ---- the model ---------------------------------------------------------------------------------- */

static uint64_t transfer_nanos(uint64_t bytes) {
  return bytes * NANOS_PER_SECOND / (settings.bytes_per_second / settings.channels);
}

/* Books the channels that a transfer touches. Returns when the drive answers it. */
static uint64_t book_transfer(uint64_t now, uint64_t offset, uint64_t bytes) {
  uint64_t per_channel[CHANNELS_MAX] = {0};
  uint64_t end = offset + bytes;
  for (uint64_t at = offset; at < end;) {
    uint64_t stripe = at / settings.stripe_bytes;
    uint64_t stripe_end = (stripe + 1) * settings.stripe_bytes;
    uint64_t piece = (stripe_end < end ? stripe_end : end) - at;
    per_channel[stripe % settings.channels] += piece;
    at += piece;
  }
  uint64_t begin = later(now, stalled_until_nanos);
  uint64_t done = begin;
  for (unsigned c = 0; c < settings.channels; c++) {
    if (per_channel[c] > 0) {
      channel_free_nanos[c] =
          later(channel_free_nanos[c], begin) + settings.command_nanos + transfer_nanos(per_channel[c]);
      done = later(done, channel_free_nanos[c]);
    }
  }
  return done + settings.base_nanos;
}

static uint64_t book_flush(uint64_t now) {
  uint64_t done = later(now, stalled_until_nanos);
  for (unsigned c = 0; c < settings.channels; c++) {
    done = later(done, channel_free_nanos[c]);
  }
  return done + settings.flush_nanos;
}

static void stall(uint64_t now, uint64_t nanos) {
  stalled_until_nanos = later(stalled_until_nanos, now) + nanos;
  for (unsigned c = 0; c < settings.channels; c++) {
    channel_free_nanos[c] = later(channel_free_nanos[c], now) + nanos;
  }
  counters.stalls++;
}

/* ---- commands in flight, a binary heap by due time ------------------------------------------------ */

static bool before(const struct command *a, const struct command *b) {
  return a->due_nanos != b->due_nanos ? a->due_nanos < b->due_nanos : a->number < b->number;
}

static void swap(size_t a, size_t b) {
  struct command held = heap[a];
  heap[a] = heap[b];
  heap[b] = held;
}

static void push(struct command added) {
  size_t at = heap_size++;
  heap[at] = added;
  while (at > 0 && before(&heap[at], &heap[(at - 1) / 2])) {
    swap(at, (at - 1) / 2);
    at = (at - 1) / 2;
  }
}

static struct command pop(void) {
  struct command first = heap[0];
  heap[0] = heap[--heap_size];
  for (size_t at = 0;;) {
    size_t least = at, left = 2 * at + 1, right = left + 1;
    if (left < heap_size && before(&heap[left], &heap[least])) {
      least = left;
    }
    if (right < heap_size && before(&heap[right], &heap[least])) {
      least = right;
    }
    if (least == at) {
      return first;
    }
    swap(at, least);
    at = least;
  }
}

static void accept_command(fuse_req_t request, enum kind kind, size_t bytes, off_t offset) {
  uint64_t now = now_nanos();
  pthread_mutex_lock(&lock);
  bool full = heap_size == QUEUE_CAPACITY;
  if (!full) {
    uint64_t due =
        kind == KIND_FLUSH ? book_flush(now) : book_transfer(now, (uint64_t)offset, bytes);
    struct command added = {due, commands_accepted++, request, kind, bytes, offset};
    push(added);
    counters.reads += kind == KIND_READ;
    counters.writes += kind == KIND_WRITE;
    counters.flushes += kind == KIND_FLUSH;
    counters.bytes_read += kind == KIND_READ ? bytes : 0;
    counters.bytes_written += kind == KIND_WRITE ? bytes : 0;
    if (heap[0].request == request) {
      pthread_cond_signal(&earlier_head);
    }
  }
  pthread_mutex_unlock(&lock);
  if (full) {
    fprintf(stderr, "emulated-flash: more than %d commands in flight; one failed\n", QUEUE_CAPACITY);
    fuse_reply_err(request, EIO);
  }
}

static void answer(const struct command *due) {
  switch (due->kind) {
    case KIND_READ:
      fuse_reply_buf(due->request, (const char *)disk + due->offset, due->bytes);
      break;
    case KIND_WRITE:
      fuse_reply_write(due->request, due->bytes);
      break;
    case KIND_FLUSH:
      fuse_reply_err(due->request, 0);
      break;
  }
}

/* The thread that answers every command at its time. */
static void *answer_when_due(void *unused) {
  (void)unused;
  pthread_mutex_lock(&lock);
  while (!ending) {
    if (heap_size == 0) {
      pthread_cond_wait(&earlier_head, &lock);
      continue;
    }
    uint64_t due = later(heap[0].due_nanos, stalled_until_nanos);
    if (due <= now_nanos()) {
      struct command first = pop();
      pthread_mutex_unlock(&lock);
      answer(&first);
      pthread_mutex_lock(&lock);
    } else {
      struct timespec until = {(time_t)(due / NANOS_PER_SECOND), (long)(due % NANOS_PER_SECOND)};
      pthread_cond_timedwait(&earlier_head, &lock, &until);
    }
  }
  pthread_mutex_unlock(&lock);
  return NULL;
}

/* ---- the control file ------------------------------------------------------------------------------ */

/* Returns 0, or EINVAL for an order that is none. */
static int obey(const char *order) {
  double value;
  char rest;
  uint64_t now = now_nanos();
  int result = 0;
  pthread_mutex_lock(&lock);
  if (sscanf(order, "stall %lf %c", &value, &rest) == 1 && value > 0 && value <= 60) {
    stall(now, (uint64_t)(value * 1e9));
  } else if (sscanf(order, "bandwidth %lf %c", &value, &rest) == 1 && value >= 1 && value <= 100000) {
    settings.bytes_per_second = (uint64_t)(value * 1e6);
  } else {
    result = EINVAL;
  }
  pthread_mutex_unlock(&lock);
  return result;
}

static int print_counters(char *text, size_t capacity) {
  pthread_mutex_lock(&lock);
  int length = snprintf(
      text, capacity,
      "bytes_per_second %" PRIu64 "\nreads %" PRIu64 "\nwrites %" PRIu64 "\nflushes %" PRIu64
      "\nbytes_read %" PRIu64 "\nbytes_written %" PRIu64 "\nstalls %" PRIu64 "\nin_flight %zu\n",
      settings.bytes_per_second, counters.reads, counters.writes, counters.flushes,
      counters.bytes_read, counters.bytes_written, counters.stalls, heap_size);
  pthread_mutex_unlock(&lock);
  return length;
}

/* ---- FUSE ------------------------------------------------------------------------------------------ */

static bool fill_attributes(fuse_ino_t inode, struct stat *attributes) {
  memset(attributes, 0, sizeof *attributes);
  attributes->st_ino = inode;
  attributes->st_nlink = 1;
  attributes->st_blksize = 4096;
  switch (inode) {
    case INODE_ROOT:
      attributes->st_mode = S_IFDIR | 0700;
      attributes->st_nlink = 2;
      return true;
    case INODE_DISK:
      attributes->st_mode = S_IFREG | 0600;
      attributes->st_size = (off_t)settings.size_bytes;
      attributes->st_blocks = (blkcnt_t)(settings.size_bytes / 512);
      return true;
    case INODE_CONTROL:
      attributes->st_mode = S_IFREG | 0600;
      return true;
    default:
      return false;
  }
}

static void on_init(void *data, struct fuse_conn_info *connection) {
  (void)data;
  connection->max_write = COMMAND_BYTES_MAX;
  connection->max_background = BACKGROUND_MAX;
  connection->congestion_threshold = BACKGROUND_MAX;
  /* Pipes would be allocated as the load goes on. */
  connection->want &= ~(unsigned)(FUSE_CAP_SPLICE_READ | FUSE_CAP_SPLICE_WRITE | FUSE_CAP_SPLICE_MOVE);
  connection->want |= connection->capable & FUSE_CAP_ASYNC_DIO;
}

static void on_lookup(fuse_req_t request, fuse_ino_t parent, const char *name) {
  struct fuse_entry_param entry = {.attr_timeout = FOREVER_SECONDS, .entry_timeout = FOREVER_SECONDS};
  entry.ino = strcmp(name, "disk") == 0 ? INODE_DISK : strcmp(name, "control") == 0 ? INODE_CONTROL : 0;
  if (parent != INODE_ROOT || entry.ino == 0) {
    fuse_reply_err(request, ENOENT);
    return;
  }
  fill_attributes(entry.ino, &entry.attr);
  fuse_reply_entry(request, &entry);
}

static void on_getattr(fuse_req_t request, fuse_ino_t inode, struct fuse_file_info *file) {
  (void)file;
  struct stat attributes;
  if (fill_attributes(inode, &attributes)) {
    fuse_reply_attr(request, &attributes, FOREVER_SECONDS);
  } else {
    fuse_reply_err(request, ENOENT);
  }
}

/* A shell that redirects into "control" truncates it; times and modes stay what they are. */
static void on_setattr(
    fuse_req_t request, fuse_ino_t inode, struct stat *wanted, int set, struct fuse_file_info *file) {
  if (inode == INODE_DISK && (set & FUSE_SET_ATTR_SIZE) &&
      wanted->st_size != (off_t)settings.size_bytes) {
    fuse_reply_err(request, EPERM);
  } else {
    on_getattr(request, inode, file);
  }
}

static void on_open(fuse_req_t request, fuse_ino_t inode, struct fuse_file_info *file) {
  if (inode == INODE_CONTROL) {
    file->direct_io = 1;
  }
  fuse_reply_open(request, file);
}

static void on_readdir(
    fuse_req_t request, fuse_ino_t inode, size_t size, off_t offset, struct fuse_file_info *file) {
  (void)inode;
  (void)file;
  static const struct {
    const char *name;
    fuse_ino_t inode;
  } entries[] = {{".", INODE_ROOT}, {"..", INODE_ROOT}, {"disk", INODE_DISK}, {"control", INODE_CONTROL}};
  char buffer[512];
  size_t used = 0, limit = size < sizeof buffer ? size : sizeof buffer;
  for (size_t i = (size_t)offset; i < sizeof entries / sizeof *entries; i++) {
    struct stat attributes;
    fill_attributes(entries[i].inode, &attributes);
    size_t needed = fuse_add_direntry(
        request, buffer + used, limit - used, entries[i].name, &attributes, (off_t)i + 1);
    if (needed > limit - used) {
      break;
    }
    used += needed;
  }
  fuse_reply_buf(request, buffer, used);
}

static void on_read(
    fuse_req_t request, fuse_ino_t inode, size_t size, off_t offset, struct fuse_file_info *file) {
  (void)file;
  if (inode == INODE_CONTROL) {
    char text[512];
    int length = print_counters(text, sizeof text);
    size_t from = offset < length ? (size_t)offset : (size_t)length;
    size_t rest = (size_t)length - from;
    fuse_reply_buf(request, text + from, rest < size ? rest : size);
  } else if (offset < 0 || (uint64_t)offset >= settings.size_bytes) {
    fuse_reply_buf(request, NULL, 0);
  } else {
    uint64_t rest = settings.size_bytes - (uint64_t)offset;
    accept_command(request, KIND_READ, rest < size ? (size_t)rest : size, offset);
  }
}

static void on_write(
    fuse_req_t request, fuse_ino_t inode, const char *data, size_t size, off_t offset,
    struct fuse_file_info *file) {
  (void)file;
  if (inode == INODE_CONTROL) {
    char order[64];
    int wrong = EINVAL;
    if (size < sizeof order) {
      memcpy(order, data, size);
      order[size] = '\0';
      wrong = obey(order);
    }
    if (wrong) {
      fuse_reply_err(request, wrong);
    } else {
      fuse_reply_write(request, size);
    }
  } else if (offset < 0 || (uint64_t)offset > settings.size_bytes ||
             size > settings.size_bytes - (uint64_t)offset) {
    fuse_reply_err(request, ENOSPC);
  } else {
    memcpy(disk + offset, data, size);
    accept_command(request, KIND_WRITE, size, offset);
  }
}

static void on_fsync(fuse_req_t request, fuse_ino_t inode, int only_data, struct fuse_file_info *file) {
  (void)only_data;
  (void)file;
  if (inode == INODE_DISK) {
    accept_command(request, KIND_FLUSH, 0, 0);
  } else {
    fuse_reply_err(request, 0);
  }
}

static const struct fuse_lowlevel_ops operations = {
    .init = on_init,
    .lookup = on_lookup,
    .getattr = on_getattr,
    .setattr = on_setattr,
    .open = on_open,
    .readdir = on_readdir,
    .read = on_read,
    .write = on_write,
    .fsync = on_fsync,
};

/* ---- start ----------------------------------------------------------------------------------------- */

static void print_help(FILE *to) {
  fputs(
      "usage: emulated-flash [options] MOUNT_POINT\n"
      "\n"
      "Serves a disk image in locked memory as MOUNT_POINT/disk; every command takes as long as on the\n"
      "modelled flash disk. Runs in the foreground until MOUNT_POINT is unmounted. Needs root.\n"
      "\n"
      "  --size-mib N        size of the disk, 16 to 65536; twice as much must be free (1024)\n"
      "  --bandwidth-mbs N   of all channels together, in 10^6 bytes/s, 1 to 100000 (300)\n"
      "  --channels N        1 to 64 (4)\n"
      "  --stripe-kib N      what lies on one channel before the next, 4 to 1024 (16)\n"
      "  --command-us N      that a command occupies each of its channels, 0 to 1000000 (20)\n"
      "  --base-us N         added to every read and write, 0 to 1000000 (30)\n"
      "  --flush-us N        of a flush, after all writes before it, 0 to 1000000 (200)\n"
      "  --help              this text\n"
      "\n"
      "While it runs:\n"
      "  echo stall 2 > MOUNT_POINT/control         answers nothing for 2 s (up to 60)\n"
      "  echo bandwidth 150 > MOUNT_POINT/control   changes the bandwidth, in 10^6 bytes/s\n"
      "  cat MOUNT_POINT/control                    counters\n",
      to);
}

__attribute__((format(printf, 1, 2), noreturn)) static void fail(const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  fputs("emulated-flash: ", stderr);
  vfprintf(stderr, format, arguments);
  fputc('\n', stderr);
  va_end(arguments);
  exit(EXIT_FAILURE);
}

static uint64_t number_in(const char *name, const char *text, uint64_t least, uint64_t most) {
  char *end;
  errno = 0;
  unsigned long long value = strtoull(text, &end, 10);
  if (errno || end == text || *end || *text == '-' || value < least || value > most) {
    fail("--%s is \"%s\"; allowed are %" PRIu64 " to %" PRIu64, name, text, least, most);
  }
  return value;
}

static void read_arguments(int count, char **arguments) {
  static const struct option options[] = {
      {"size-mib", required_argument, NULL, 's'},   {"bandwidth-mbs", required_argument, NULL, 'b'},
      {"channels", required_argument, NULL, 'c'},   {"stripe-kib", required_argument, NULL, 't'},
      {"command-us", required_argument, NULL, 'o'}, {"base-us", required_argument, NULL, 'a'},
      {"flush-us", required_argument, NULL, 'f'},   {"help", no_argument, NULL, 'h'},
      {NULL, 0, NULL, 0}};
  settings = (struct settings){
      .size_bytes = 1024 * MEBIBYTE,
      .channels = 4,
      .stripe_bytes = 16 * 1024,
      .command_nanos = 20 * NANOS_PER_MICRO,
      .base_nanos = 30 * NANOS_PER_MICRO,
      .flush_nanos = 200 * NANOS_PER_MICRO,
      .bytes_per_second = 300 * 1000 * 1000,
  };
  int option, index = 0;
  while ((option = getopt_long(count, arguments, "", options, &index)) != -1) {
    const char *name = options[index].name;
    switch (option) {
      case 's':
        settings.size_bytes = number_in(name, optarg, 16, 65536) * MEBIBYTE;
        break;
      case 'b':
        settings.bytes_per_second = number_in(name, optarg, 1, 100000) * 1000000;
        break;
      case 'c':
        settings.channels = (unsigned)number_in(name, optarg, 1, CHANNELS_MAX);
        break;
      case 't':
        settings.stripe_bytes = number_in(name, optarg, 4, 1024) * 1024;
        break;
      case 'o':
        settings.command_nanos = number_in(name, optarg, 0, 1000000) * NANOS_PER_MICRO;
        break;
      case 'a':
        settings.base_nanos = number_in(name, optarg, 0, 1000000) * NANOS_PER_MICRO;
        break;
      case 'f':
        settings.flush_nanos = number_in(name, optarg, 0, 1000000) * NANOS_PER_MICRO;
        break;
      case 'h':
        print_help(stdout);
        exit(EXIT_SUCCESS);
      default:
        fputs("emulated-flash: try --help\n", stderr);
        exit(2);
    }
  }
  if (optind != count - 1) {
    fputs("emulated-flash: exactly one MOUNT_POINT is needed; try --help\n", stderr);
    exit(2);
  }
  settings.mount_point = arguments[optind];
}

static uint64_t available_bytes(void) {
  FILE *file = fopen("/proc/meminfo", "re");
  if (!file) {
    fail("cannot read /proc/meminfo: %s", strerror(errno));
  }
  char line[128];
  uint64_t kibibytes = 0;
  while (fgets(line, sizeof line, file) && sscanf(line, "MemAvailable: %" SCNu64, &kibibytes) != 1) {
  }
  fclose(file);
  return kibibytes * 1024;
}

static void lock_memory(void) {
  uint64_t available = available_bytes();
  if (available / 2 < settings.size_bytes) {
    fail("%" PRIu64 " MiB of memory are available; a disk of %" PRIu64 " MiB needs twice its size; "
         "choose a smaller --size-mib",
         available / MEBIBYTE, settings.size_bytes / MEBIBYTE);
  }
  /* For all memory of this process, before any of it is had. */
  if (prctl(PR_SET_THP_DISABLE, 1, 0, 0, 0)) {
    fail("cannot switch huge pages off: %s", strerror(errno));
  }
  if (mlockall(MCL_CURRENT | MCL_FUTURE)) {
    fail("cannot lock memory: %s; run it as root, with RLIMIT_MEMLOCK unlimited", strerror(errno));
  }
  disk = mmap(NULL, settings.size_bytes, PROT_READ | PROT_WRITE,
              MAP_PRIVATE | MAP_ANONYMOUS | MAP_POPULATE | MAP_LOCKED | MAP_NORESERVE, -1, 0);
  if (disk == MAP_FAILED) {
    fail("cannot have %" PRIu64 " MiB of locked memory: %s", settings.size_bytes / MEBIBYTE,
         strerror(errno));
  }
  /* MAP_POPULATE and MAP_LOCKED are silent where they fail; this one is not. */
  if (mlock(disk, settings.size_bytes)) {
    fail("cannot lock %" PRIu64 " MiB: %s", settings.size_bytes / MEBIBYTE, strerror(errno));
  }
  memset(disk, 0, settings.size_bytes);
}

/* What makes the model exact and safe; without the privilege it still runs, so only a warning. */
static void become_part_of_the_disk_path(void) {
  if (prctl(PR_SET_IO_FLUSHER, 1, 0, 0, 0)) {
    fprintf(stderr, "emulated-flash: not marked as part of the disk path: %s\n", strerror(errno));
  }
  prctl(PR_SET_TIMERSLACK, 1, 0, 0, 0);
  struct sched_param priority = {.sched_priority = REALTIME_PRIORITY};
  if (sched_setscheduler(0, SCHED_FIFO, &priority)) {
    fprintf(stderr, "emulated-flash: no real-time priority (%s); times depend on the load\n",
            strerror(errno));
  }
  FILE *file = fopen("/proc/self/oom_score_adj", "we");
  if (!file || fputs("-1000", file) < 0 || fclose(file)) {
    fprintf(stderr, "emulated-flash: not exempt from the out-of-memory killer\n");
  }
}

int main(int count, char **arguments) {
  read_arguments(count, arguments);
  struct stat mount_point;
  if (stat(settings.mount_point, &mount_point) || !S_ISDIR(mount_point.st_mode)) {
    fail("%s is not a directory; name an existing one", settings.mount_point);
  }
  if (geteuid() != 0) {
    fail("needs root, to lock memory and to mount; run it as root");
  }
  lock_memory();
  become_part_of_the_disk_path();

  pthread_condattr_t monotonic;
  pthread_condattr_init(&monotonic);
  pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
  pthread_cond_init(&earlier_head, &monotonic);

  char *fuse_arguments[] = {arguments[0], "-o", "fsname=snapkeeper-flash,subtype=snapkeeper-flash"};
  struct fuse_args args = FUSE_ARGS_INIT(3, fuse_arguments);
  struct fuse_session *session = fuse_session_new(&args, &operations, sizeof operations, NULL);
  if (!session || fuse_set_signal_handlers(session)) {
    fail("cannot make a FUSE session");
  }
  /* Signals are for the receiving thread, whose read they interrupt. */
  sigset_t all, before_thread;
  sigfillset(&all);
  pthread_sigmask(SIG_BLOCK, &all, &before_thread);
  pthread_t answering;
  int failure = pthread_create(&answering, NULL, answer_when_due, NULL);
  if (failure) {
    fail("cannot start a thread: %s", strerror(failure));
  }
  pthread_sigmask(SIG_SETMASK, &before_thread, NULL);
  if (fuse_session_mount(session, settings.mount_point)) {
    fail("cannot mount on %s; is /dev/fuse there?", settings.mount_point);
  }
  int status = fuse_session_loop(session);

  pthread_mutex_lock(&lock);
  ending = true;
  pthread_cond_signal(&earlier_head);
  pthread_mutex_unlock(&lock);
  pthread_join(answering, NULL);
  fuse_session_unmount(session);
  fuse_remove_signal_handlers(session);
  fuse_session_destroy(session);
  return status < 0 ? EXIT_FAILURE : EXIT_SUCCESS;
}
