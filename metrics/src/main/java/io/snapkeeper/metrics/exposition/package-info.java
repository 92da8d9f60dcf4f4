/** Figures as Prometheus' snapshots, for whatever writes them. */
package io.snapkeeper.metrics.exposition;
