/** Dashboards and alerts against real ensembles that a real Prometheus scrapes. */
package io.snapkeeper.monitoring.it;
