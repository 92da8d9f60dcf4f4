/** {@code snapkeeper check-trace}: recorded steps of real servers against the model. */
package io.snapkeeper.cli.trace;
