/** For how long the snapshots of voters run at the same time, measured from their reports. */
package io.snapkeeper.core.overlap;
