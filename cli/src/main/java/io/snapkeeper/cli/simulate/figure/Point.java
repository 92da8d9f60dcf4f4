package io.snapkeeper.cli.simulate.figure;

/** A place on a canvas, in pixels from its upper left corner. */
public record Point(double x, double y) {}
