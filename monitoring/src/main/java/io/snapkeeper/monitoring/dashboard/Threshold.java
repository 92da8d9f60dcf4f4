package io.snapkeeper.monitoring.dashboard;

/**
 * From where on a value has a tone.
 *
 * @param from the least value that has it, in the panel's unit
 */
public record Threshold(double from, Tone tone) {}
