/*
 * A key-value store on a write-ahead log: what is acknowledged survives a crash.
 *
 *   kv DIRECTORY < commands        set KEY VALUE | get KEY | list
 *
 * The store is in memory; its log is what remains. Each start reads all log files in order and
 * begins a new one. A record is
 *
 *   length of key and value (4 bytes) | CRC-32C of them (4 bytes) | key | 0 | value
 *
 * After the last record there are zeros, or one that a crash cut off: either ends the file.
 */
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "snapkeeper-wal.h"

#define HEADER "KV01"
#define HEADER_BYTES 4
#define RECORD_BYTES_MAX 65536

struct entry {
  struct entry *next;
  char *key;
  char *value;
};

static struct entry *store;

static void put(const char *key, const char *value) {
  struct entry **place = &store;
  while (*place != NULL && strcmp((*place)->key, key) < 0) {
    place = &(*place)->next;
  }
  if (*place != NULL && strcmp((*place)->key, key) == 0) {
    free((*place)->value);
    (*place)->value = strdup(value);
    return;
  }
  struct entry *entry = malloc(sizeof *entry);
  *entry = (struct entry){.next = *place, .key = strdup(key), .value = strdup(value)};
  *place = entry;
}

static const char *get(const char *key) {
  for (struct entry *entry = store; entry != NULL; entry = entry->next) {
    if (strcmp(entry->key, key) == 0) {
      return entry->value;
    }
  }
  return NULL;
}

static void replay(const char *path) {
  FILE *file = fopen(path, "rb");
  char header[HEADER_BYTES];
  uint32_t head[2];
  char body[RECORD_BYTES_MAX];
  if (file == NULL) {
    fprintf(stderr, "kv: %s: %s\n", path, strerror(errno));
    exit(1);
  }
  if (fread(header, HEADER_BYTES, 1, file) == 1 && memcmp(header, HEADER, HEADER_BYTES) == 0) {
    while (fread(head, sizeof head, 1, file) == 1 && head[0] > 0 && head[0] <= sizeof body &&
           fread(body, head[0], 1, file) == 1 && skw_crc32c(0, body, head[0]) == head[1]) {
      const char *end = memchr(body, 0, head[0]);
      if (end == NULL || body[head[0] - 1] != 0) {
        break;
      }
      put(body, end + 1);
    }
  }
  fclose(file);
}

static int by_number(const struct dirent **left, const struct dirent **right) {
  unsigned long a = strtoul((*left)->d_name + 4, NULL, 10);
  unsigned long b = strtoul((*right)->d_name + 4, NULL, 10);
  return a < b ? -1 : a > b;
}

static int is_log(const struct dirent *file) { return strncmp(file->d_name, "log.", 4) == 0; }

/* Reads what there is. Returns the number of the next file. */
static unsigned long recover(const char *directory) {
  struct dirent **files;
  int count = scandir(directory, &files, is_log, by_number);
  if (count < 0) {
    fprintf(stderr, "kv: %s: %s\n", directory, strerror(errno));
    exit(1);
  }
  unsigned long next = 1;
  for (int i = 0; i < count; i++) {
    char path[4096];
    snprintf(path, sizeof path, "%s/%s", directory, files[i]->d_name);
    replay(path);
    next = strtoul(files[i]->d_name + 4, NULL, 10) + 1;
    free(files[i]);
  }
  free(files);
  return next;
}

static void check(int error, const char *what) {
  if (error != 0) {
    fprintf(stderr, "kv: cannot %s: %s\n", what, strerror(error));
    exit(1);
  }
}

/* On return it is durable, and then it may be told. */
static void set(skw_log *log, const char *key, const char *value) {
  char body[RECORD_BYTES_MAX];
  size_t bytes = strlen(key) + strlen(value) + 2;
  if (bytes > sizeof body) {
    printf("too long: %zu bytes, at most %d\n", bytes, RECORD_BYTES_MAX);
    return;
  }
  strcpy(body, key);
  strcpy(body + strlen(key) + 1, value);
  uint32_t head[2] = {(uint32_t)bytes, skw_crc32c(0, body, bytes)};
  check(skw_log_append(log, head, sizeof head), "append");
  check(skw_log_append(log, body, bytes), "append");
  check(skw_log_commit(log), "commit");
  put(key, value);
  printf("ok\n");
}

static void carry_out(skw_log *log, char *line) {
  char *rest = line;
  const char *command = strsep(&rest, " ");
  const char *key = strsep(&rest, " ");
  if (strcmp(command, "set") == 0 && key != NULL && rest != NULL) {
    set(log, key, rest);
  } else if (strcmp(command, "get") == 0 && key != NULL) {
    const char *value = get(key);
    printf("%s\n", value == NULL ? "(none)" : value);
  } else if (strcmp(command, "list") == 0) {
    for (struct entry *entry = store; entry != NULL; entry = entry->next) {
      printf("%s %s\n", entry->key, entry->value);
    }
  } else {
    printf("set KEY VALUE | get KEY | list\n");
  }
  fflush(stdout);
}

int main(int argc, char **argv) {
  if (argc < 2 || argc > 3) {
    fprintf(stderr, "usage: kv DIRECTORY [WRITER] < commands\n");
    return 2;
  }
  struct skw_log_options options = {
      .directory = argv[1], .writer = argc == 3 ? argv[2] : NULL, .size_step_bytes = 1 << 20};
  skw_log *log;
  char name[32];
  /* First: nothing of what is read after it can change any more. */
  check(skw_log_open(&options, &log), "start the log's writer");
  snprintf(name, sizeof name, "log.%lu", recover(argv[1]));
  check(skw_log_begin(log, name, HEADER, HEADER_BYTES), "begin a log");
  char *line = NULL;
  size_t room = 0;
  ssize_t length;
  while ((length = getline(&line, &room, stdin)) > 0) {
    if (line[length - 1] == '\n') {
      line[length - 1] = 0;
    }
    carry_out(log, line);
  }
  free(line);
  check(skw_log_end(log), "end the log");
  skw_log_close(log);
  return 0;
}
