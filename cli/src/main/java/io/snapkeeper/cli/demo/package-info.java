/**
 * {@code snapkeeper demo}: real servers under the same load twice, first stock, then with the
 * plugin, and what that was worth.
 */
package io.snapkeeper.cli.demo;
