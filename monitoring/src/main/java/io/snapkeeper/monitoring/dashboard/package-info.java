/** What a dashboard consists of, whichever program shows it. */
package io.snapkeeper.monitoring.dashboard;
