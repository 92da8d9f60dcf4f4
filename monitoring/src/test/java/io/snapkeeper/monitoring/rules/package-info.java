/** The rule files, as tests see them. */
package io.snapkeeper.monitoring.rules;
