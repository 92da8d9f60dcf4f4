/*
 * snapkeeper-wal: writes a server's log for it, from a process of its own.
 *
 * The server puts bytes and entries into the shared ring and rings by a byte on our standard
 * input; we ring by a byte on standard output when something is complete. When standard input
 * ends, the server is gone: what it has submitted is finished, and we exit.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <getopt.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "layout.h"
#include "orders.h"
#include "owner.h"
#include "transport.h"

#define EXIT_USAGE 2
/* The ring, as client/writer.c hands it on. */
#define HIGHEST_FD 3

bool skw_doorbell(void) {
  char bytes[64];
  for (;;) {
    ssize_t got = read(STDIN_FILENO, bytes, sizeof bytes);
    if (got > 0) {
      return true;
    }
    if (got == 0 || errno != EINTR) {
      return false;
    }
  }
}

bool skw_server_is_there(void) {
  struct pollfd input = {.fd = STDIN_FILENO, .events = POLLRDHUP};
  return poll(&input, 1, 0) == 0;
}

void skw_stay_failed(const struct skw_orders *orders, int error) {
  fprintf(stderr, "snapkeeper-wal: entry %llu: %s\n", (unsigned long long)orders->completed,
          strerror(error));
  /* Nothing more is written: what is on the disk is not known. */
  while (skw_doorbell()) {
  }
}

int skw_fail(const char *what, const char *which, int error) {
  fprintf(stderr, "snapkeeper-wal: %s %s: %s\n", what, which, strerror(error));
  return EXIT_USAGE;
}

static void usage(FILE *to) {
  fputs(
      "usage: snapkeeper-wal --ring FILE --directory DIR --owner TOKEN\n"
      "       snapkeeper-wal --pipe [--size-step BYTES] [--zeros-ahead 0|1] --directory DIR --owner TOKEN\n"
      "Writes the log files of DIR: from the memory in FILE, which a server shares with it, or from\n"
      "what comes through standard input. DIR must belong to the server with this TOKEN.\n"
      "Started by the server; it ends when its standard input does.\n"
      "  --layout    print where everything is in that memory\n"
      "  --version   print the version of the ring's layout\n"
      "  --help      print this\n",
      to);
}

int main(int argc, char **argv) {
  static const struct option options[] = {{"ring", required_argument, NULL, 'r'},
                                          {"pipe", no_argument, NULL, 'p'},
                                          {"size-step", required_argument, NULL, 's'},
                                          {"zeros-ahead", required_argument, NULL, 'z'},
                                          {"directory", required_argument, NULL, 'd'},
                                          {"owner", required_argument, NULL, 'o'},
                                          {"layout", no_argument, NULL, 'l'},
                                          {"version", no_argument, NULL, 'v'},
                                          {"help", no_argument, NULL, 'h'},
                                          {NULL, 0, NULL, 0}};
  const char *ring = NULL;
  const char *directory = NULL;
  const char *token = NULL;
  bool piped = false;
  struct skw_log_settings settings = {.zeros_ahead = true};
  char *end;
  int option;
  while ((option = getopt_long(argc, argv, "", options, NULL)) != -1) {
    switch (option) {
      case 'r':
        ring = optarg;
        break;
      case 'd':
        directory = optarg;
        break;
      case 'o':
        token = optarg;
        break;
      case 'p':
        piped = true;
        break;
      case 's':
        settings.size_step_bytes = strtoull(optarg, &end, 10);
        if (*optarg == '-' || end == optarg || *end != 0) {
          return skw_fail("no number of bytes:", optarg, EINVAL);
        }
        break;
      case 'z':
        if (strcmp(optarg, "0") != 0 && strcmp(optarg, "1") != 0) {
          return skw_fail("neither 0 nor 1:", optarg, EINVAL);
        }
        settings.zeros_ahead = *optarg == '1';
        break;
      case 'l':
        skw_print_layout();
        return EXIT_SUCCESS;
      case 'v':
        printf("%u\n", SKW_VERSION);
        return EXIT_SUCCESS;
      case 'h':
        usage(stdout);
        return EXIT_SUCCESS;
      default:
        usage(stderr);
        return EXIT_USAGE;
    }
  }
  if ((ring != NULL) == piped || directory == NULL || token == NULL || optind != argc) {
    usage(stderr);
    return EXIT_USAGE;
  }
  /* The end of standard input ends us, and nothing else does: a stop of the whole group must not
     take the writer from a server that still has something to write. */
  signal(SIGINT, SIG_IGN);
  signal(SIGTERM, SIG_IGN);
  signal(SIGHUP, SIG_IGN);
  signal(SIGPIPE, SIG_IGN);
  signal(SIGXFSZ, SIG_IGN); /* a file that may not grow fails the write, which says so */
  /* Not ours: what a program has open without a wish to share it, past its ends of pipes and ring. */
#ifdef SYS_close_range
  syscall(SYS_close_range, HIGHEST_FD + 1, ~0u, 0);
#endif
  void *memory;
  uint64_t data_bytes;
  int status = piped ? skw_by_pipe_open(settings, &memory, &data_bytes)
                     : skw_by_ring_open(ring, &memory, &data_bytes);
  if (status != 0) {
    return status;
  }
  int opened = open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (opened < 0) {
    return skw_fail("cannot open the directory", directory, errno);
  }
  int error = skw_owner_become_writer(opened, token, skw_server_is_there);
  if (error == ECANCELED) {
    return EXIT_SUCCESS;
  }
  if (error != 0) {
    return skw_fail(error == ESTALE ? "another server has taken" : "cannot become the writer of",
                    directory, error);
  }
  struct skw_orders orders;
  error = skw_orders_open(&orders, memory, data_bytes, opened);
  if (error != 0) {
    return skw_fail("no memory for", directory, error);
  }
  status = piped ? skw_by_pipe_run(&orders) : skw_by_ring_run(&orders);
  skw_orders_close(&orders);
  return status;
}
