/** The catalogue as Micrometer meters. */
package io.snapkeeper.metrics.micrometer;
