#define _GNU_SOURCE
#include "settings.h"

#include <errno.h>
#include <getopt.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

static void print_help(FILE *to) {
  fputs(
      "usage: emulated-flash [options] MOUNT_POINT\n"
      "\n"
      "Serves a disk in memory: with root the image MOUNT_POINT/disk, else the files below MOUNT_POINT.\n"
      "Every read and write takes as long as on the modelled flash disk. Runs in the foreground until\n"
      "MOUNT_POINT is unmounted.\n"
      "\n"
      "  --size-mib N        size of the disk, 16 to 65536; twice as much must be free (1024)\n"
      "  --bandwidth-mbs N   of all channels together, in 10^6 bytes/s, 1 to 100000 (300)\n"
      "  --channels N        1 to 64 (4)\n"
      "  --stripe-kib N      what lies on one channel before the next, 4 to 1024 (16)\n"
      "  --command-us N      that a command occupies each of its channels, 0 to 1000000 (20)\n"
      "  --base-us N         added to every read and write, 0 to 1000000 (30)\n"
      "  --flush-us N        of a flush, after all writes before it, 0 to 1000000 (200)\n"
      "  --cache-mib N       volatile cache that a power cut loses, 0 to 1024; 0: there is none (0)\n"
      "  --seek-us N         where a command does not begin at the end of the last one, 0 to 1000000 (0)\n"
      "  --iops N            commands a second that the drive takes, 0 to 1000000; 0: any number (0)\n"
      "  --burst-iops N      the same while it has burst credits, at least --iops (--iops)\n"
      "  --burst-commands N  burst credits, one for each command; they come back at --iops (0)\n"
      "  --help              this text\n"
      "\n"
      "While it runs (without root: .control, not control):\n"
      "  echo stall 2 > MOUNT_POINT/control         answers nothing for 2 s (up to 60)\n"
      "  echo bandwidth 150 > MOUNT_POINT/control   changes the bandwidth, in 10^6 bytes/s\n"
      "  echo fail 3 > MOUNT_POINT/control          fails the next three writes\n"
      "  echo cut 5 1 > MOUNT_POINT/control         the power fails at the fifth write, and a random half\n"
      "                                             of the cache is lost (cut 5 0: all of it); with root\n"
      "  echo power-on > MOUNT_POINT/control        ends that\n"
      "  cat MOUNT_POINT/control                    counters\n",
      to);
}

void fail(const char *format, ...) {
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

struct settings read_arguments(int count, char **arguments) {
  static const struct option options[] = {
      {"size-mib", required_argument, NULL, 's'},   {"bandwidth-mbs", required_argument, NULL, 'b'},
      {"channels", required_argument, NULL, 'c'},   {"stripe-kib", required_argument, NULL, 't'},
      {"command-us", required_argument, NULL, 'o'}, {"base-us", required_argument, NULL, 'a'},
      {"flush-us", required_argument, NULL, 'f'},   {"seek-us", required_argument, NULL, 'k'},
      {"iops", required_argument, NULL, 'i'},       {"burst-iops", required_argument, NULL, 'u'},
      {"burst-commands", required_argument, NULL, 'd'}, {"cache-mib", required_argument, NULL, 'v'},
      {"help", no_argument, NULL, 'h'},
      {NULL, 0, NULL, 0}};
  struct settings settings = {
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
      case 'k':
        settings.seek_nanos = number_in(name, optarg, 0, 1000000) * NANOS_PER_MICRO;
        break;
      case 'i':
        settings.commands_per_second = number_in(name, optarg, 0, 1000000);
        break;
      case 'u':
        settings.burst_per_second = number_in(name, optarg, 1, 1000000);
        break;
      case 'd':
        settings.burst_commands = number_in(name, optarg, 0, 1000000000);
        break;
      case 'v':
        settings.cache_bytes = number_in(name, optarg, 0, 1024) * MEBIBYTE;
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
  if (settings.burst_per_second == 0) {
    settings.burst_per_second = settings.commands_per_second;
  }
  if (settings.burst_per_second < settings.commands_per_second) {
    fail("--burst-iops is %" PRIu64 "; it must be at least --iops, which is %" PRIu64,
         settings.burst_per_second, settings.commands_per_second);
  }
  settings.mount_point = arguments[optind];
  return settings;
}
