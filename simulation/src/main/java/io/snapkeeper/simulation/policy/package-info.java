/** Ways to decide when servers snapshot, all in the language of the production scheduler. */
package io.snapkeeper.simulation.policy;
