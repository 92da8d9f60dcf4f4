package io.snapkeeper.monitoring.dashboard;

/**
 * What a panel asks of Prometheus.
 *
 * @param expression in PromQL; may hold the dashboard's variables, {@code $__range} (the time that
 *     is shown) and {@code $__rate_interval} (the shortest range over which a rate is sound)
 * @param legend the name of each series, with {@code {{label}}} for a label's value
 */
public record Query(String expression, String legend) {}
