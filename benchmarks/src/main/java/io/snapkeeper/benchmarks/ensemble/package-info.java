/** Measurements on whole ensembles of real servers, always side by side in one run. */
package io.snapkeeper.benchmarks.ensemble;
