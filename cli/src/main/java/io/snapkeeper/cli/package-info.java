/** The {@code snapkeeper} command. */
package io.snapkeeper.cli;
