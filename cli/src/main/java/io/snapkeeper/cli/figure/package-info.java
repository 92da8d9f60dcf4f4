/**
 * Pictures of results. A figure draws on a {@link io.snapkeeper.cli.figure.Canvas}; there is one
 * canvas for SVG, which needs neither fonts nor any native library, and one for PNG, which needs a
 * font that Java can find.
 */
package io.snapkeeper.cli.figure;
