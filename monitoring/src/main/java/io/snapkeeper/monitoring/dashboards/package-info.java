/** The dashboards of Snapkeeper. */
package io.snapkeeper.monitoring.dashboards;
