#define _GNU_SOURCE
#include "commands.h"

#include <pthread.h>
#include <time.h>

#include "drive.h"

struct waiting {
  uint64_t due_nanos;
  /* Order of arrival: commands due at the same time are answered in it. */
  uint64_t number;
  struct command command;
};

static pthread_t answering;
static void (*answer)(const struct command *);

/* Guards everything below it. Held for a few hundred nanoseconds, never across a system call. */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t earlier_head;
static struct drive drive;
/* A binary heap by due time. */
static struct waiting heap[COMMANDS_MAX];
static size_t heap_size;
static uint64_t commands_accepted;
static struct counters counters;
static uint64_t writes_to_fail;
static bool hanging;
static bool ending;

static uint64_t now_nanos(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (uint64_t)now.tv_sec * NANOS_PER_SECOND + (uint64_t)now.tv_nsec;
}

static bool before(const struct waiting *a, const struct waiting *b) {
  return a->due_nanos != b->due_nanos ? a->due_nanos < b->due_nanos : a->number < b->number;
}

static void swap(size_t a, size_t b) {
  struct waiting held = heap[a];
  heap[a] = heap[b];
  heap[b] = held;
}

static void push(struct waiting added) {
  size_t at = heap_size++;
  heap[at] = added;
  while (at > 0 && before(&heap[at], &heap[(at - 1) / 2])) {
    swap(at, (at - 1) / 2);
    at = (at - 1) / 2;
  }
}

static struct waiting pop(void) {
  struct waiting first = heap[0];
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

static void count(const struct command *command) {
  counters.reads += command->kind == KIND_READ;
  counters.writes += command->kind == KIND_WRITE;
  counters.flushes += command->kind == KIND_FLUSH;
  counters.bytes_read += command->kind == KIND_READ ? command->bytes : 0;
  counters.bytes_written += command->kind == KIND_WRITE ? command->bytes : 0;
}

bool commands_accept(struct command added) {
  uint64_t now = now_nanos();
  pthread_mutex_lock(&lock);
  bool accepted = heap_size < COMMANDS_MAX;
  if (accepted) {
    uint64_t due = added.kind == KIND_FLUSH
                       ? drive_book_flush(&drive, now)
                       : drive_book_transfer(&drive, now, added.offset, added.bytes);
    added.failed = added.kind == KIND_WRITE && writes_to_fail > 0;
    writes_to_fail -= added.failed;
    uint64_t number = commands_accepted++;
    push((struct waiting){due, number, added});
    count(&added);
    if (heap[0].number == number) {
      pthread_cond_signal(&earlier_head);
    }
  }
  pthread_mutex_unlock(&lock);
  return accepted;
}

static void *answer_when_due(void *unused) {
  (void)unused;
  pthread_mutex_lock(&lock);
  while (!ending) {
    if (hanging || heap_size == 0) {
      pthread_cond_wait(&earlier_head, &lock);
      continue;
    }
    uint64_t due = drive_answer_nanos(&drive, heap[0].due_nanos);
    if (due <= now_nanos()) {
      struct waiting first = pop();
      pthread_mutex_unlock(&lock);
      answer(&first.command);
      pthread_mutex_lock(&lock);
    } else {
      struct timespec until = {(time_t)(due / NANOS_PER_SECOND), (long)(due % NANOS_PER_SECOND)};
      pthread_cond_timedwait(&earlier_head, &lock, &until);
    }
  }
  pthread_mutex_unlock(&lock);
  return NULL;
}

int commands_start(struct settings settings, void (*to_answer)(const struct command *)) {
  drive = drive_at_rest(settings, now_nanos());
  answer = to_answer;
  pthread_condattr_t monotonic;
  pthread_condattr_init(&monotonic);
  pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
  pthread_cond_init(&earlier_head, &monotonic);
  return pthread_create(&answering, NULL, answer_when_due, NULL);
}

void commands_stall(uint64_t nanos) {
  uint64_t now = now_nanos();
  pthread_mutex_lock(&lock);
  drive_stall(&drive, now, nanos);
  counters.stalls++;
  pthread_mutex_unlock(&lock);
}

static void set_hanging(bool value) {
  pthread_mutex_lock(&lock);
  hanging = value;
  pthread_cond_signal(&earlier_head);
  pthread_mutex_unlock(&lock);
}

void commands_hang(void) { set_hanging(true); }

void commands_go_on(void) { set_hanging(false); }

void commands_fail_writes(uint64_t count) {
  pthread_mutex_lock(&lock);
  writes_to_fail = count;
  pthread_mutex_unlock(&lock);
}

void commands_set_bandwidth(uint64_t bytes_per_second) {
  pthread_mutex_lock(&lock);
  drive.settings.bytes_per_second = bytes_per_second;
  pthread_mutex_unlock(&lock);
}

struct counters commands_counters(void) {
  pthread_mutex_lock(&lock);
  struct counters now = counters;
  now.bytes_per_second = drive.settings.bytes_per_second;
  now.in_flight = heap_size;
  pthread_mutex_unlock(&lock);
  return now;
}

void commands_stop(void) {
  pthread_mutex_lock(&lock);
  ending = true;
  pthread_cond_signal(&earlier_head);
  pthread_mutex_unlock(&lock);
  pthread_join(answering, NULL);
}
