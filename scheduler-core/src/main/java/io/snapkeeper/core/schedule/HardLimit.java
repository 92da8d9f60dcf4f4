package io.snapkeeper.core.schedule;

/**
 * The backlog at which a member snapshots by itself, so that logs never grow without bound.
 *
 * @param txns transactions, at least 1
 * @param logBytes bytes of log, at least 1
 */
public record HardLimit(long txns, long logBytes) {}
