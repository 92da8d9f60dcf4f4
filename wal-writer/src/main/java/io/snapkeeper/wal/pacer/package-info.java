/**
 * When the next block of a bulk write may go to a disk that a write-ahead log needs as well. The
 * mathematics is in {@code docs/pacing.md}. Everything but {@link LivePacer} is pure: time is an
 * argument.
 */
package io.snapkeeper.wal.pacer;
