/**
 * A file written in large aligned blocks past the page cache, one request at a time, so that a
 * log's synced writes to the same disk wait for one request at most.
 */
package io.snapkeeper.wal.bulk;
