#define _GNU_SOURCE
#include "spare.h"

#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#include "priority.h"

struct skw_spare {
  int directory;
  uint64_t size_step_bytes;
  pthread_t thread;
  atomic_bool hurry;
  /* By the thread, read after it has ended. */
  int error;
  struct skw_log_file *file;
};

static void *make(void *argument) {
  struct skw_spare *spare = argument;
  skw_priority_of_zeros();
  spare->error = skw_log_file_make_ahead(spare->directory, spare->size_step_bytes, &spare->hurry,
                                         &spare->file);
  return NULL;
}

struct skw_spare *skw_spare_start(int directory, uint64_t size_step_bytes) {
  struct skw_spare *spare = calloc(1, sizeof *spare);
  if (spare == NULL) {
    return NULL;
  }
  spare->directory = directory;
  spare->size_step_bytes = size_step_bytes;
  if (pthread_create(&spare->thread, NULL, make, spare) != 0) {
    free(spare);
    return NULL;
  }
  return spare;
}

int skw_spare_take(struct skw_spare *spare, struct skw_log_file **file) {
  if (spare == NULL) {
    return ENOENT;
  }
  atomic_store(&spare->hurry, true);
  pthread_join(spare->thread, NULL);
  int error = spare->error;
  *file = spare->file;
  free(spare);
  return error;
}
