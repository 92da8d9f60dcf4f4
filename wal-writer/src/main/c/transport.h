/* The two ways by which a server's orders come. */
#ifndef SNAPKEEPER_WAL_TRANSPORT_H
#define SNAPKEEPER_WAL_TRANSPORT_H

#include <stdbool.h>
#include <stdint.h>

#include "orders.h"

/* Maps the ring in a file. Returns 0, or says what is wrong and returns an exit status. */
int skw_by_ring_open(const char *path, void **memory, uint64_t *data_bytes);

/* Carries out what comes until the server is gone. Returns an exit status. */
int skw_by_ring_run(struct skw_orders *orders);

/* Memory of our own in place of a ring. Returns as skw_by_ring_open does. */
int skw_by_pipe_open(struct skw_log_settings settings, void **memory, uint64_t *data_bytes);

/* As skw_by_ring_run. */
int skw_by_pipe_run(struct skw_orders *orders);

/* Waits for a byte on standard input; false once the server is gone. */
bool skw_doorbell(void);

/*
 * False once the server is gone. Looked at right before each write: what the next server has read
 * must not change, and it may have begun while this process was stopped. (One that takes ownership
 * of the directory waits for us; one without the plugin does not.)
 */
bool skw_server_is_there(void);

/* Says why the next entry failed, and does nothing more until the server is gone. */
void skw_stay_failed(const struct skw_orders *orders, int error);

/* Says what is wrong with the command line or what it names. Returns the exit status for that. */
int skw_fail(const char *what, const char *which, int error);

#endif
