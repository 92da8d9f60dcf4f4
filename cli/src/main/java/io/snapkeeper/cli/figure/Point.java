package io.snapkeeper.cli.figure;

/** A place on a canvas, in pixels from its upper left corner. */
public record Point(double x, double y) {}
