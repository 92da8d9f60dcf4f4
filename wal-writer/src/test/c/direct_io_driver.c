/* Says what the kernel says of direct I/O on a new file in a directory. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

#include "direct_io.h"

int main(int argc, char **argv) {
  int directory = argc == 2 ? open(argv[1], O_RDONLY | O_DIRECTORY) : -1;
  if (directory < 0) {
    return 2;
  }
  int file = openat(directory, "direct", O_WRONLY | O_CREAT | O_EXCL | O_DIRECT, 0600);
  if (file < 0) {
    printf("refused\n");
  } else {
    struct skw_direct_io found = skw_direct_io_of(file);
    if (!found.known) {
      printf("not said\n");
    } else if (found.offset_bytes == 0) {
      printf("buffered\n");
    } else {
      printf("direct %u %u\n", found.offset_bytes, found.memory_bytes);
    }
    close(file);
  }
  unlinkat(directory, "direct", 0);
  close(directory);
  return 0;
}
