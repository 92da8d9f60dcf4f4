package io.snapkeeper.monitoring.prometheus;

/**
 * A server to scrape.
 *
 * @param address "host:port"
 * @param instance what Prometheus is to call it
 */
public record Target(String address, String instance) {}
