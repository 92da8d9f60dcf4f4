/** Snapkeeper's figures: one catalogue, published in several ways. */
package io.snapkeeper.metrics;
