/** Metrics over HTTP, for Prometheus. */
package io.snapkeeper.metrics.http;
