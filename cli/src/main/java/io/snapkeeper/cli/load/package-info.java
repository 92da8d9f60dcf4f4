/** Writes to any running ensemble at a fixed rate, so that there is something to see. */
package io.snapkeeper.cli.load;
