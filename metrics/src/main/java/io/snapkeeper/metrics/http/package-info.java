/** Metrics for Prometheus and a page for people, over HTTP. */
package io.snapkeeper.metrics.http;
