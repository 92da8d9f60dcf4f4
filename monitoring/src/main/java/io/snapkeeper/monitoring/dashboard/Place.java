package io.snapkeeper.monitoring.dashboard;

/**
 * Where something lies on a dashboard.
 *
 * @param x columns from the left
 * @param y units of height from the top
 */
public record Place(int x, int y, int width, int height) {}
