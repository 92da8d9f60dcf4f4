/* Where everything is in a ring, for the test that compares it with the server's. */
#ifndef SNAPKEEPER_WAL_LAYOUT_H
#define SNAPKEEPER_WAL_LAYOUT_H

void skw_print_layout(void);

#endif
