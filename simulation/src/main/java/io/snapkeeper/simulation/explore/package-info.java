/**
 * Explicit-state exploration of small ensembles: the production scheduler and gates, unchanged, in
 * a model of servers, channels and leader changes, in every order of events within given bounds.
 */
package io.snapkeeper.simulation.explore;
