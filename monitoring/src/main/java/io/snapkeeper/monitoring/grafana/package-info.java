/** Dashboards in the form that Grafana reads. */
package io.snapkeeper.monitoring.grafana;
