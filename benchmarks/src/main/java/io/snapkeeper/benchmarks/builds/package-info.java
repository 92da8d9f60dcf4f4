/** One benchmark of two builds of this repository, in turn. */
package io.snapkeeper.benchmarks.builds;
