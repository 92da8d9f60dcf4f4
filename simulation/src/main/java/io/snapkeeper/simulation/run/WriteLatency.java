package io.snapkeeper.simulation.run;

/** Latency of a quorum's commit by the disk model, in milliseconds. */
public record WriteLatency(
    double p50Millis, double p99Millis, double p999Millis, double maxMillis) {}
