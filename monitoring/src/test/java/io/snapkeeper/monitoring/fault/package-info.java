/** Faults in real servers, each behind a switch. */
package io.snapkeeper.monitoring.fault;
