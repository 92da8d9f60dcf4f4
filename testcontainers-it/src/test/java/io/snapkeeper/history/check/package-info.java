/**
 * Whether a history is linearizable: one order of its operations, in which each takes effect at one
 * moment between its invocation and its completion, explains everything that clients were told.
 */
package io.snapkeeper.history.check;
