/** One cycle of slots beside the best that any schedule could make of it. */
package io.snapkeeper.simulation.best;
