/** Measures inside a running server, in the same way for stock and plugin. */
package io.snapkeeper.benchmarks.probe;
