/**
 * The last hour of a server and of the ensemble it leads, in bounded memory. Pure: times are
 * arguments, and nothing here waits, writes or starts a thread.
 */
package io.snapkeeper.metrics.history;
