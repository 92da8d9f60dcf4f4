/** What expressions ask for, read without evaluating them. */
package io.snapkeeper.monitoring.promql;
