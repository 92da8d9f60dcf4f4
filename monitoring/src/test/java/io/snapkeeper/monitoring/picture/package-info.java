/** Draws dashboards from what a Prometheus has stored, for the docs. */
package io.snapkeeper.monitoring.picture;
