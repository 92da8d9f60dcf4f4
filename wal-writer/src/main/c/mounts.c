#include "mounts.h"

#include <string.h>

/* Fields before those that may be missing, and of those that follow the separator. */
enum { DEVICE_FIELD = 2, POINT_FIELD = 4, FIXED_FIELDS = 6 };
enum { TYPE_FIELD = 1, OPTIONS_FIELD = 3 };

bool skw_span_is(struct skw_span span, const char *text) {
  return span.bytes == strlen(text) && memcmp(span.at, text, span.bytes) == 0;
}

/* Takes the next field of a line; false if there are no more. */
static bool next_field(const char **at, const char *end, struct skw_span *field) {
  if (*at > end) {
    return false;
  }
  const char *space = memchr(*at, ' ', (size_t)(end - *at));
  const char *stop = space == NULL ? end : space;
  *field = (struct skw_span){.at = *at, .bytes = (size_t)(stop - *at)};
  *at = stop + 1;
  return true;
}

static bool parse(const char *line, const char *end, struct skw_mount *mount) {
  struct skw_span field;
  int number = 0;
  int separator = -1;
  *mount = (struct skw_mount){0};
  for (const char *at = line; next_field(&at, end, &field); number++) {
    if (number == DEVICE_FIELD) {
      mount->device = field;
    } else if (number == POINT_FIELD) {
      mount->point = field;
    } else if (separator < 0 && number >= FIXED_FIELDS && skw_span_is(field, "-")) {
      separator = number;
    } else if (separator >= 0 && number == separator + TYPE_FIELD) {
      mount->type = field;
    } else if (separator >= 0 && number == separator + OPTIONS_FIELD) {
      mount->options = field;
      return mount->point.bytes > 0 && *mount->point.at == '/';
    }
  }
  return false;
}

/* The character at a place of an escaped text, and how many of its bytes it takes. */
static char unescaped(struct skw_span text, size_t *at) {
  const char *from = text.at + *at;
  size_t left = text.bytes - *at;
  *at += 1;
  if (*from != '\\' || left < 4) {
    return *from;
  }
  unsigned code = 0;
  for (int i = 1; i <= 3; i++) {
    unsigned digit = (unsigned)(unsigned char)from[i] - '0';
    if (digit > 7) {
      return *from;
    }
    code = 8 * code + digit;
  }
  if (code >= 128) {
    return *from;
  }
  *at += 3;
  return (char)code;
}

/* Bytes of a mount point that the path is on or below; 0: it is not. */
static size_t bytes_above(struct skw_span point, const char *path) {
  size_t matched = 0;
  for (size_t at = 0; at < point.bytes; matched++) {
    char next = unescaped(point, &at);
    if (next == 0 || path[matched] != next) {
      return 0;
    }
  }
  bool root = matched == 1 && *path == '/';
  return root || path[matched] == 0 || path[matched] == '/' ? matched : 0;
}

bool skw_mount_holding(const char *table, const char *path, const char *device, struct skw_mount *found) {
  bool any = false;
  bool found_has_device = false;
  size_t found_bytes = 0;
  for (const char *line = table; *line != 0;) {
    const char *newline = strchr(line, '\n');
    const char *end = newline == NULL ? line + strlen(line) : newline;
    struct skw_mount mount;
    size_t bytes = parse(line, end, &mount) ? bytes_above(mount.point, path) : 0;
    if (bytes > 0) {
      bool has_device = skw_span_is(mount.device, device);
      if (!any || (has_device && !found_has_device) ||
          (has_device == found_has_device && bytes >= found_bytes)) {
        any = true;
        found_has_device = has_device;
        found_bytes = bytes;
        *found = mount;
      }
    }
    line = newline == NULL ? end : newline + 1;
  }
  return any;
}
