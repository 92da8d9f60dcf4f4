/* The text of the file "control": orders that are written to it, counters that are read from it. */
#ifndef CONTROL_H
#define CONTROL_H

#include <stddef.h>

enum { COUNTERS_TEXT_MAX = 512 };

/*
 * Takes one order: "stall SECONDS", "bandwidth MB_PER_S", "fail WRITES", "hang" or "go-on". Returns 0,
 * or EINVAL for anything else.
 */
int control_obey(const char *text, size_t length);

/* Returns the length of the text. */
size_t control_print(char text[COUNTERS_TEXT_MAX]);

#endif
