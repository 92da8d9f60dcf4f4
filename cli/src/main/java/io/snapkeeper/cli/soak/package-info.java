/** Simulated ensembles of all kinds, one after the other, in search of a broken rule. */
package io.snapkeeper.cli.soak;
