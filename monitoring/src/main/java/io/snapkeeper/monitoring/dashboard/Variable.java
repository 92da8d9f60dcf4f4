package io.snapkeeper.monitoring.dashboard;

/**
 * What a reader chooses above the panels.
 *
 * @param name as expressions use it, without the dollar sign
 * @param series of which the values are taken; may hold variables that come before
 * @param label of these series, whose values are offered
 */
public record Variable(String name, String title, String series, String label) {}
