/** What a commit of the log costs, without an ensemble around it. */
package io.snapkeeper.benchmarks.log;
