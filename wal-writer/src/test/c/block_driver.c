/*
 * Makes a file in the directory that it is called with, for each block size of a file system on standard
 * input, and prints by what the file is written, in bytes, or 0 if it is not. Linked with --wrap for
 * what file systems say.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <inttypes.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include "sized_file.h"

int __real_fstatvfs(int fd, struct statvfs *about);
int __wrap_fstatvfs(int fd, struct statvfs *about);

static unsigned long block;

int __wrap_fstatvfs(int fd, struct statvfs *about) {
  int result = __real_fstatvfs(fd, about);
  about->f_frsize = block;
  about->f_bsize = 1 << 20; /* of requests, as network file systems have it */
  return result;
}

int main(int argc, char **argv) {
  int directory = argc == 2 ? open(argv[1], O_RDONLY | O_DIRECTORY) : -1;
  if (directory < 0) {
    return 2;
  }
  while (scanf("%lu", &block) == 1) {
    struct skw_sized_file file;
    int error = skw_sized_file_create(&file, directory, "file", 0);
    if (error != 0 && error != EINVAL) {
      return 2;
    }
    printf("%" PRIu32 "\n", error == 0 ? file.block_bytes : 0);
    skw_sized_file_close(&file);
    unlinkat(directory, "file", 0);
  }
  return 0;
}
