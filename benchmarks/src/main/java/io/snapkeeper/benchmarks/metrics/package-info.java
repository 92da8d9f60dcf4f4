/** What metrics cost the threads of a server. */
package io.snapkeeper.benchmarks.metrics;
