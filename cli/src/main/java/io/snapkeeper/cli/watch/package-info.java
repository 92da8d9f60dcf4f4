/** The live view of any running ensemble: asks its servers again and again, and draws. */
package io.snapkeeper.cli.watch;
