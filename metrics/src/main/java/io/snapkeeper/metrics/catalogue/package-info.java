/** The one definition of every metric: its name, meaning, labels and source. */
package io.snapkeeper.metrics.catalogue;
