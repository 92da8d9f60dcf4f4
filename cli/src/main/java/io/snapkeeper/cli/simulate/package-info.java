/**
 * {@code snapkeeper simulate}: runs the simulation of one ensemble, or of a grid of them, under the
 * policies that are to be compared, and shows what came out as table, JSON, Markdown and picture.
 */
package io.snapkeeper.cli.simulate;
