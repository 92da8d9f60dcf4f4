/** What a server knows about itself, at one moment. */
package io.snapkeeper.metrics.figures;
