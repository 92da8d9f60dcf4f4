/** The table of any running ensemble, with or without the plugin. */
package io.snapkeeper.cli.status;
