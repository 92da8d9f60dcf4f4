/**
 * What clients asked an ensemble and were told: histories, recorded, in files, and {@link
 * io.snapkeeper.history.check checked}.
 */
package io.snapkeeper.history;
