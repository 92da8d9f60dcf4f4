/*
 * Says of each file that it is given which file system it describes: its lines are a path, the
 * path's device, the kernel's options of an ext file system (a semicolon between two), and then the
 * table of mounts. Of what is no file but a directory it says what that is on.
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "file_system.h"

static char *ext_options_line;

static char *ext_options(const char *device) {
  (void)device;
  char *options = strdup(ext_options_line);
  for (char *at = options; options != NULL && *at != 0; at++) {
    *at = *at == ';' ? '\n' : *at;
  }
  return options;
}

static char *line_of(FILE *file) {
  char *line = NULL;
  size_t room = 0;
  ssize_t bytes = getline(&line, &room, file);
  if (bytes <= 0) {
    exit(2);
  }
  line[bytes - 1] = 0;
  return line;
}

static struct skw_file_system described(const char *name) {
  FILE *file = fopen(name, "r");
  if (file == NULL) {
    exit(2);
  }
  char *path = line_of(file);
  char *device = line_of(file);
  ext_options_line = line_of(file);
  char *table = NULL;
  size_t room = 0;
  if (getdelim(&table, &room, 0, file) < 0) {
    table = strdup("");
  }
  struct skw_file_system found = skw_file_system_among(table, path, device, ext_options);
  fclose(file);
  free(path);
  free(device);
  free(ext_options_line);
  free(table);
  return found;
}

int main(int argc, char **argv) {
  for (int i = 1; i < argc; i++) {
    int directory = open(argv[i], O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    struct skw_file_system found = directory < 0 ? described(argv[i]) : skw_file_system_of(directory);
    printf("%s %s\n", found.kind, found.zeros_ahead ? "zeros" : "none");
    if (directory >= 0) {
      close(directory);
    }
  }
  return 0;
}
