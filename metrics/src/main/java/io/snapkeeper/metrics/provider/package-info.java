/**
 * ZooKeeper's metrics system on lock-free counters and histograms, scraped by Prometheus: {@code
 * metricsProvider.className=io.snapkeeper.metrics.provider.SnapkeeperMetricsProvider}. Works with
 * the agent and without it.
 */
package io.snapkeeper.metrics.provider;
