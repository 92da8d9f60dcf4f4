/**
 * Real ZooKeeper ensembles as separate JVMs on loopback: starting, stopping and killing servers,
 * open-loop load, and reading out of logs and data directories what the servers did.
 *
 * <p>Main code rather than test code because the demo, the benchmarks and the integration tests all
 * stand on it. It depends on no other module of Snapkeeper, so that it can judge them all.
 */
package io.snapkeeper.ensemble;
