/** Durations counted by size, without a lock and without allocation. */
package io.snapkeeper.metrics.histogram;
