/** A Prometheus of one test, and what it answers. */
package io.snapkeeper.monitoring.prometheus;
